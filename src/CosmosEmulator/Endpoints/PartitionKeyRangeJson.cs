using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The partitions of a container as the client learns of them.</summary>
internal static class PartitionKeyRangeJson
{
    public static IEnumerable<JsonObject> Of(Container container) =>
        container.Partitions.Select((partition, index) => Of(container, partition, ResourceIds.PartitionKeyRange(container.RidBytes, index)));

    private static JsonObject Of(Container container, Partition partition, string rid) => new()
    {
        ["_rid"] = rid,
        ["id"] = partition.Id,
        ["_etag"] = "\"pk\"",
        ["minInclusive"] = partition.Range.Min.ToHex(),
        ["maxExclusive"] = partition.Range.Max.ToHex(),
        ["ridPrefix"] = 0,
        ["_self"] = $"dbs/{container.Database.Rid}/colls/{container.Rid}/pkranges/{rid}/",
        ["throughputFraction"] = 1.0 / container.Partitions.Count,
        ["status"] = "online",
        ["parents"] = new JsonArray(),
        ["_ts"] = 0,
        ["lsn"] = partition.Documents.Lsn,
    };
}
