using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// The plan's queryRanges in the space of hashed partition keys: a point for each whole key, and for the first levels of a
/// hierarchical key the range of all keys that begin with them.
/// </summary>
internal sealed record QueryRanges(ImmutableArray<QueryRange> Ranges)
{
    // Values of several levels may be combined in many ways: then only those of the first levels narrow.
    private const int MaxCombinations = 1000;

    private static readonly QueryRanges Everywhere = new([QueryRange.KeysWith("")]);

    /// <summary>
    /// No document is asked for: this is the key that none has. The SDK asks one partition for it; it takes no empty list.
    /// </summary>
    public static QueryRanges Nowhere { get; } = new([QueryRange.Point("")]);

    /// <summary>Whether all documents are in one partition.</summary>
    public bool IsOneKey => Ranges is [{ IsPoint: true }];

    public static QueryRanges FromFilter(
        BoundExpression? filter,
        IReadOnlyList<PropertyPath> partitionKeyPaths,
        Func<IReadOnlyList<CosmosValue>, string> effectivePartitionKey)
    {
        if (PossibleValues.Find(filter) is not { } possible)
        {
            return Nowhere;
        }

        // A hash keeps no order, so only fixed values narrow.
        List<IReadOnlyList<CosmosValue>> keys = [[]];
        var levels = 0;
        while (levels < partitionKeyPaths.Count
            && possible.TryGetValue(partitionKeyPaths[levels], out var values)
            && (levels == 0 || (long)keys.Count * values.Length <= MaxCombinations))
        {
            keys = [.. keys.SelectMany(key => values.Select(value => (IReadOnlyList<CosmosValue>)[.. key, value]))];
            levels++;
        }

        return levels == 0 ? Everywhere : FromKeys(keys, levels == partitionKeyPaths.Count, effectivePartitionKey);
    }

    /// <param name="levels">The number of levels of a whole key.</param>
    public static QueryRanges FromKey(
        IReadOnlyList<CosmosValue> partitionKey, int levels, Func<IReadOnlyList<CosmosValue>, string> effectivePartitionKey) =>
        FromKeys([partitionKey], partitionKey.Count == levels, effectivePartitionKey);

    public void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartArray("queryRanges");
        foreach (var range in Ranges)
        {
            writer.WriteStartObject();
            writer.WriteString("min", range.Min);
            writer.WriteString("max", range.Max);
            writer.WriteBoolean("isMinInclusive", true);
            writer.WriteBoolean("isMaxInclusive", range.IsMaxInclusive);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static QueryRanges FromKeys(
        IEnumerable<IReadOnlyList<CosmosValue>> keys,
        bool areWhole,
        Func<IReadOnlyList<CosmosValue>, string> effectivePartitionKey)
    {
        var hashes = keys.Select(effectivePartitionKey).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal);
        return new QueryRanges([.. areWhole ? hashes.Select(QueryRange.Point) : hashes.Select(QueryRange.KeysWith)]);
    }
}

internal readonly record struct QueryRange(string Min, string Max, bool IsMaxInclusive)
{
    public bool IsPoint => Min == Max;

    public static QueryRange Point(string key) => new(key, key, IsMaxInclusive: true);

    /// <summary>All keys that begin with these levels: the hash of another level is below FF.</summary>
    public static QueryRange KeysWith(string start) => new(start, $"{start}FF", IsMaxInclusive: false);
}
