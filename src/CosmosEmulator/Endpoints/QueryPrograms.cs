using System.Collections.Concurrent;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// A cache of parsed queries by their text and by their whole body: a fan-out sends one body to every partition. A full cache
/// is cleared, which costs less than an order of use. The bound is low, so that an entry that is not used again is removed
/// before the garbage collector moves it to the oldest generation. Because of the documents that generation is rarely
/// collected, and memory would appear to leak.
/// </summary>
internal sealed class QueryPrograms
{
    private const int MostKept = 256;
    private readonly ConcurrentDictionary<string, SqlQuery> _queries = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<byte[], QueryProgram> _programs = new(BytesComparer.Instance);
    private readonly ConcurrentDictionary<byte[], QueryProgram>.AlternateLookup<ReadOnlySpan<byte>> _programsBySpan;

    public QueryPrograms() => _programsBySpan = _programs.GetAlternateLookup<ReadOnlySpan<byte>>();

    /// <summary>Throws a <see cref="SqlException"/> for a body that is no query, or not one that is served.</summary>
    public QueryProgram Find(ReadOnlyMemory<byte> body)
    {
        if (_programsBySpan.TryGetValue(body.Span, out var program))
        {
            return program;
        }

        var request = SqlRequest.Parse(body);
        program = QueryProgram.Compile(Parse(request.Text), request.Parameters);
        MakeRoom(_programs);
        _programsBySpan.TryAdd(body.Span, program);
        return program;
    }

    /// <summary>Throws a <see cref="SqlException"/> like <see cref="Find"/>.</summary>
    public SqlQuery Parse(string text)
    {
        if (!_queries.TryGetValue(text, out var query))
        {
            query = SqlParser.Parse(text);
            MakeRoom(_queries);
            _queries.TryAdd(text, query);
        }

        return query;
    }

    // Count takes all of the dictionary's locks, but only when something new is added.
    private static void MakeRoom<TKey, TValue>(ConcurrentDictionary<TKey, TValue> kept)
        where TKey : notnull
    {
        if (kept.Count >= MostKept)
        {
            kept.Clear();
        }
    }
}
