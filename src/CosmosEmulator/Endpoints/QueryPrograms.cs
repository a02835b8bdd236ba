using System.Collections.Concurrent;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// A cache of parsed queries by their text and by their whole body: the request for a plan and those of a fan-out to every
/// partition have one body. A full cache is cleared, which costs less than an order of use. Its bounds are low, so that an
/// entry that is not used again is removed before the garbage collector moves it to the oldest generation. Because of the
/// documents that generation is rarely collected, and memory would appear to leak.
/// </summary>
internal sealed class QueryPrograms
{
    private readonly Kept<string, SqlQuery> _queries = new(StringComparer.Ordinal);
    private readonly Kept<byte[], PreparedQuery> _prepared = new(BytesComparer.Instance);
    private readonly ConcurrentDictionary<byte[], PreparedQuery>.AlternateLookup<ReadOnlySpan<byte>> _preparedBySpan;

    public QueryPrograms() => _preparedBySpan = _prepared.Entries.GetAlternateLookup<ReadOnlySpan<byte>>();

    /// <summary>Throws a <see cref="SqlException"/> for a body that is no query, or not one that is served.</summary>
    public QueryProgram Find(ReadOnlyMemory<byte> body) => Prepare(body).Program;

    /// <summary>Throws a <see cref="SqlException"/> for a body that is no query.</summary>
    public PreparedQuery Prepare(ReadOnlyMemory<byte> body)
    {
        if (!_preparedBySpan.TryGetValue(body.Span, out var prepared))
        {
            var request = SqlRequest.Parse(body);
            prepared = new PreparedQuery(request, Parse(request.Text));
            _prepared.Add(body.ToArray(), prepared, body.Length);
        }

        return prepared;
    }

    /// <summary>Throws a <see cref="SqlException"/> like <see cref="Prepare"/>.</summary>
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
