using System.Collections.Concurrent;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>
/// Compiled queries by the body of their request. The partitions of one fan-out get the same body, so it is parsed once for all of them.
/// </summary>
internal sealed class QueryCache
{
    private const int Capacity = 4_096;
    private const int LongestBody = 8_192;

    private readonly ConcurrentDictionary<string, QueryProgram> _programs = new(StringComparer.Ordinal);

    /// <exception cref="SqlException">The body holds no query that can be run.</exception>
    public QueryProgram Compile(byte[] body)
    {
        if (body.Length > LongestBody)
        {
            return CompileAnew(body);
        }

        var text = Encoding.UTF8.GetString(body);
        if (_programs.TryGetValue(text, out var program))
        {
            return program;
        }

        if (_programs.Count >= Capacity)
        {
            _programs.Clear();
        }

        return _programs.GetOrAdd(text, CompileAnew(body));
    }

    private static QueryProgram CompileAnew(byte[] body)
    {
        var request = SqlRequest.Parse(body);
        return QueryProgram.Compile(SqlParser.Parse(request.Text), request.Parameters);
    }
}
