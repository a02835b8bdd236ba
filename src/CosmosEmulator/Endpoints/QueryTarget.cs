using System.Globalization;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>What a query request asks: a partition, and within it a stretch of keys or one key.</summary>
/// <param name="Range">The keys that the request is for. It may go beyond the partition.</param>
/// <param name="PartitionKey">The values of the key that the request names.</param>
internal sealed record QueryTarget(
    Container Container, Partition Partition, EpkRange Range, Continuation? Start, IReadOnlyList<IndexLookup> PartitionKey)
{
    /// <summary>2^53: a double holds each integer below exactly.</summary>
    private const double ExactIntegers = 9_007_199_254_740_992;

    /// <summary>
    /// Whether pages go through the partitions of the range one after another: the request names no partition key range, and
    /// either no key, or the first levels of keys that lie in several partitions.
    /// </summary>
    public bool SpansPartitions { get; private init; }

    /// <summary>The first levels of keys that the request names, if they lie in several partitions; else null.</summary>
    public IReadOnlyList<CosmosValue>? KeyLevels { get; private init; }

    /// <summary>
    /// What is wrong with the continuation token; null for nothing. A client that merges partitions sends a token of its own
    /// before it has the plan of the query.
    /// </summary>
    public string? TokenFault { get; private init; }

    /// <summary>The target, or null and the answer that refuses the request.</summary>
    public static QueryTarget? Find(Container container, CosmosRequest request, bool isQuery, out CosmosResponse? refusal)
    {
        if (FindFault(request, isQuery) is { } fault)
        {
            refusal = Bad(container, fault);
            return null;
        }

        var token = request.Header(CosmosHeaders.Continuation);
        Continuation? start = null;
        var isMalformed = token is not null && !Continuation.TryRead(token, out start);
        var id = request.Header(CosmosHeaders.PartitionKeyRangeId);
        var target = id is null
            ? FindFirst(container, start, out refusal)
            : FindRange(container, request, id, start, out refusal);
        if (target is not null && request.Header(CosmosHeaders.PartitionKey) is { } key)
        {
            target = target.NarrowToKey(request, key, isRangeGiven: id is not null, out refusal);
        }

        return isMalformed && target is not null
            ? target with { TokenFault = $"The continuation token '{token}' is malformed." }
            : target;
    }

    private static string? FindFault(CosmosRequest request, bool isQuery) =>
        FindContinuationLimitFault(request)
        ?? FeedFormat.FindFault(request)
        ?? (isQuery && IsCrossPartitionQueryDisabled(request)
            ? $"Cross partition query is required but disabled. Set {CosmosHeaders.EnableCrossPartition} to true, specify "
                + $"{CosmosHeaders.PartitionKey}, or revise the query."
            : null);

    private static string? FindContinuationLimitFault(CosmosRequest request) =>
        request.Header(CosmosHeaders.ContinuationLimit) is { } limit
        && !(int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out var kilobytes) && kilobytes > 0)
            ? $"{CosmosHeaders.ContinuationLimit} '{limit}' is not a whole number above 0."
            : null;

    private static bool IsCrossPartitionQueryDisabled(CosmosRequest request) =>
        request.Header(CosmosHeaders.PartitionKeyRangeId) is null
        && request.Header(CosmosHeaders.PartitionKey) is null
        && !request.HeaderIsTrue(CosmosHeaders.EnableCrossPartition);

    private static QueryTarget? FindRange(
        Container container, CosmosRequest request, string id, Continuation? start, out CosmosResponse? refusal)
    {
        if (container.Partitions.Find(id) is not { } partition)
        {
            refusal = CosmosErrors.RangeGone(container, id);
            return null;
        }

        var range = partition.Range;
        if (!TryReadBound(request, CosmosHeaders.StartEpk, range.Min, out var min)
            || !TryReadBound(request, CosmosHeaders.EndEpk, range.Max, out var max))
        {
            refusal = Bad(container, "The effective partition key range of the request is not in hexadecimal digits.");
            return null;
        }

        refusal = null;
        return new QueryTarget(container, partition, new EpkRange(min, max), start, []);
    }

    private static bool TryReadBound(
        CosmosRequest request, string header, EffectivePartitionKey otherwise, out EffectivePartitionKey bound)
    {
        bound = otherwise;
        return request.Header(header) is not { } text || EffectivePartitionKey.TryParse(text, out bound);
    }

    /// <summary>
    /// The target narrowed to one partition key, or to all that begin with the levels that are named. Without a range it is the
    /// key's partition, with one that range: a key that lies in another has no documents there.
    /// </summary>
    private QueryTarget? NarrowToKey(CosmosRequest request, string header, bool isRangeGiven, out CosmosResponse? refusal)
    {
        if (!PartitionKeyHeader.TryRead(Container, header, isPrefixAllowed: true, out var key, out refusal))
        {
            return null;
        }

        var paths = Container.Definition.PartitionKeyPaths;
        request.LogicalKey = key.LevelCount == paths.Count ? key : null;
        var keys = new EpkRange(key.Hash, key.Hash.Next);
        var first = Container.Partitions.Find(key.Hash);
        var spansPartitions = !isRangeGiven && first.Range.Max.CompareTo(keys.Max) < 0;
        var isGoingOn = spansPartitions && Start is { RangeId: not Continuation.NoRange };
        return this with
        {
            Partition = isRangeGiven || isGoingOn ? Partition : first,
            Range = isRangeGiven ? Range.Intersect(keys) : keys,
            PartitionKey = FindLookups(paths, key),
            SpansPartitions = spansPartitions,
            KeyLevels = spansPartitions ? key.Levels : null,
        };
    }

    private static List<IndexLookup> FindLookups(IReadOnlyList<PropertyPath> paths, LogicalKey key)
    {
        var lookups = new List<IndexLookup>(key.LevelCount);
        foreach (var (level, value) in key.Levels.Index())
        {
            // Documents without the property are in no index: for them the whole partition is looked through. So it is for a number
            // that a double cannot hold exactly: the key has the nearest double, and its hash is that of all these numbers.
            if (value.IsDefined && !(value.Kind == CosmosValueKind.Number && Math.Abs(value.Number) >= ExactIntegers))
            {
                lookups.Add(new ValueLookup(paths[level], [value]));
            }
        }

        return lookups;
    }

    private static QueryTarget? FindFirst(Container container, Continuation? start, out CosmosResponse? refusal)
    {
        var partition = start is null or { RangeId: Continuation.NoRange }
            ? container.Partitions[0]
            : container.Partitions.Find(start.RangeId.ToString(CultureInfo.InvariantCulture));
        if (partition is null)
        {
            refusal = Bad(container, "The continuation token names a partition key range that does not exist.");
            return null;
        }

        refusal = null;
        return new QueryTarget(container, partition, EpkRange.All, start, []) { SpansPartitions = true };
    }

    private static CosmosResponse Bad(Container container, string message) =>
        CosmosErrors.Data(container, null, CosmosStatus.BadRequest, message);
}
