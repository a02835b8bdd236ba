using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The partitions of a container as the client learns of them.</summary>
internal static class PartitionKeyRangeJson
{
    public static IEnumerable<JsonObject> Create(Container container) =>
        container.Partitions.Select((partition, index) => Create(container, partition, index));

    private static JsonObject Create(Container container, Partition partition, int index) => new()
    {
        ["_rid"] = ResourceIds.PartitionKeyRange(container.RidBytes, index),
        ["id"] = partition.Id,
        ["_etag"] = "\"pk\"",
        ["minInclusive"] = partition.Range.Min.ToHex(),
        ["maxExclusive"] = partition.Range.Max.ToHex(),
        ["ridPrefix"] = 0,
        ["_self"] = $"{container.Link}pkranges/{ResourceIds.PartitionKeyRange(container.RidBytes, index)}/",
        ["throughputFraction"] = 1.0 / container.Partitions.Count,
        ["status"] = "online",
        ["parents"] = new JsonArray([.. partition.Parents.Select(parent => (JsonNode)parent)]),
        ["_ts"] = 0,
        ["lsn"] = partition.Documents.Sequence,
    };
}
