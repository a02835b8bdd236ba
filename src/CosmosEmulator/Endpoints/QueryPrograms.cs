using System.Collections.Concurrent;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// A cache of parsed queries by their text and by their whole body: a fan-out sends one body to every partition. A full cache
/// is cleared, which costs less than an order of use. Its bounds are low, so that an entry that is not used again is removed
/// before the garbage collector moves it to the oldest generation. Because of the documents that generation is rarely
/// collected, and memory would appear to leak.
/// </summary>
internal sealed class QueryPrograms
{
    private readonly Kept<string, SqlQuery> _queries = new(StringComparer.Ordinal);
    private readonly Kept<byte[], QueryProgram> _programs = new(BytesComparer.Instance);
    private readonly ConcurrentDictionary<byte[], QueryProgram>.AlternateLookup<ReadOnlySpan<byte>> _programsBySpan;

    public QueryPrograms() => _programsBySpan = _programs.Entries.GetAlternateLookup<ReadOnlySpan<byte>>();

    /// <summary>Throws a <see cref="SqlException"/> for a body that is no query, or not one that is served.</summary>
    public QueryProgram Find(ReadOnlyMemory<byte> body)
    {
        if (_programsBySpan.TryGetValue(body.Span, out var program))
        {
            return program;
        }

        var request = SqlRequest.Parse(body);
        program = QueryProgram.Compile(Parse(request.Text), request.Parameters, request.Hash, request.Resume);
        _programs.Add(body.ToArray(), program, body.Length);
        return program;
    }

    /// <summary>Throws a <see cref="SqlException"/> like <see cref="Find"/>.</summary>
    public SqlQuery Parse(string text)
    {
        if (!_queries.Entries.TryGetValue(text, out var query))
        {
            query = SqlParser.Parse(text);
            _queries.Add(text, query, text.Length);
        }

        return query;
    }

    /// <summary>Entries up to a number, and up to a length of all their texts: what a text is parsed to grows with it.</summary>
    private sealed class Kept<TKey, TValue>(IEqualityComparer<TKey> comparer)
        where TKey : notnull
    {
        private const int MaxCount = 256;
        private const long MaxLength = 1024 * 1024;
        private long _length;
        private int _count;

        public ConcurrentDictionary<TKey, TValue> Entries { get; } = new(comparer);

        public void Add(TKey key, TValue value, int length)
        {
            if (Interlocked.Increment(ref _count) > MaxCount || Interlocked.Add(ref _length, length) > MaxLength)
            {
                Entries.Clear();
                Interlocked.Exchange(ref _count, 1);
                Interlocked.Exchange(ref _length, length);
            }

            Entries.TryAdd(key, value);
        }
    }
}
