using System.Globalization;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>What a query request asks: a partition, and within it a stretch of keys or one key.</summary>
internal sealed record QueryTarget(
    Container Container, Partition Partition, EpkRange Range, Continuation? Start, IndexLookup? PartitionKey)
{
    /// <summary>
    /// True when the request names neither range nor key: its pages go through the partitions one after another.
    /// </summary>
    public bool IsEveryPartition { get; private init; }

    /// <summary>The target, or null and the answer that refuses the request.</summary>
    public static QueryTarget? Find(Container container, CosmosRequest request, bool isQuery, out CosmosResponse? refusal)
    {
        Continuation? start = null;
        if (request.Header(CosmosHeaders.Continuation) is { } token && !Continuation.TryRead(token, out start))
        {
            refusal = Bad(container, $"The continuation token '{token}' is malformed.");
            return null;
        }

        if (request.Header(CosmosHeaders.ContinuationLimit) is { } limit
            && !(int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out var kilobytes) && kilobytes > 0))
        {
            refusal = Bad(container, $"{CosmosHeaders.ContinuationLimit} '{limit}' is not a whole number above 0.");
            return null;
        }

        if (FeedFormat.FindFault(request) is { } fault)
        {
            refusal = Bad(container, fault);
            return null;
        }

        var id = request.Header(CosmosHeaders.PartitionKeyRangeId);
        if (isQuery && id is null && request.Header(CosmosHeaders.PartitionKey) is null
            && !request.HeaderIsTrue(CosmosHeaders.EnableCrossPartition))
        {
            refusal = Bad(container, $"Cross partition query is required but disabled. Set {CosmosHeaders.EnableCrossPartition} to "
                + $"true, specify {CosmosHeaders.PartitionKey}, or revise the query.");
            return null;
        }

        var target = id is null
            ? FindFirst(container, start, out refusal)
            : FindRange(container, request, id, start, out refusal);
        return target is not null && request.Header(CosmosHeaders.PartitionKey) is { } key
            ? target.NarrowToKey(request, key, isRangeGiven: id is not null, out refusal)
            : target;
    }

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
        return new QueryTarget(container, partition, new EpkRange(min, max), start, null);
    }

    private static bool TryReadBound(
        CosmosRequest request, string header, EffectivePartitionKey otherwise, out EffectivePartitionKey bound)
    {
        bound = otherwise;
        return request.Header(header) is not { } text || EffectivePartitionKey.TryParse(text, out bound);
    }

    /// <summary>
    /// The target narrowed to one partition key. Without a range it is the key's partition, with one that range: a key that lies
    /// in another has no documents there.
    /// </summary>
    private QueryTarget? NarrowToKey(CosmosRequest request, string header, bool isRangeGiven, out CosmosResponse? refusal)
    {
        if (!PartitionKeyHeader.TryRead(header, out var value))
        {
            refusal = CosmosErrors.PartitionKeyUnreadable(Container, header);
            return null;
        }

        var logicalKey = LogicalKey.From(value);
        var key = logicalKey.Hash;
        request.LogicalKey = logicalKey;

        // Documents without the key are in no index: for them the whole partition is looked through.
        var lookup = value.Kind == CosmosValueKind.Undefined ? null : new ValueLookup(Container.Definition.PartitionKeyPath, [value]);
        refusal = null;
        return this with
        {
            Partition = isRangeGiven ? Partition : Container.Partitions.Find(key),
            Range = Range.Contains(key) || !isRangeGiven ? new EpkRange(key, key.Next) : new EpkRange(key, key),
            PartitionKey = lookup,
            IsEveryPartition = false,
        };
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
        return new QueryTarget(container, partition, partition.Range, start, null) { IsEveryPartition = true };
    }

    private static CosmosResponse Bad(Container container, string message) =>
        CosmosErrors.Data(container, null, CosmosStatus.BadRequest, message);
}
