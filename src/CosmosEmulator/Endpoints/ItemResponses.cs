using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The answers to requests for one item.</summary>
internal static class ItemResponses
{
    /// <param name="document">The item after the change; null for a deletion.</param>
    public static CosmosResponse Written(
        CosmosRequest request, ItemAddress address, int status, StoredDocument? document, RequestUnits charge) => new()
        {
            Status = status,
            Kind = CallKind.Data,
            Charge = charge,
            Container = address.Container,
            Partition = address.Partition,
            Document = request.IsMinimal ? null : document,
            ETag = document?.ETag,
            Usage = address.Container.RecentUsage.Value,
        };

    public static CosmosResponse Conflict(ItemAddress address, string id) =>
        Failed(address, CosmosStatus.Conflict, CosmosErrors.ConflictText($"An item with the id '{id}' and this partition key"));

    public static CosmosResponse UniqueKeyConflict(ItemAddress address) =>
        Failed(address, CosmosStatus.Conflict, CosmosErrors.UniqueKeyText);

    public static CosmosResponse NotFound(ItemAddress address) =>
        Failed(
            address,
            CosmosStatus.NotFound,
            CosmosErrors.NotFoundText($"An item with the id '{address.Key.Id}' and this partition key"));

    public static CosmosResponse PreconditionFailed(ItemAddress address) =>
        Failed(address, CosmosStatus.PreconditionFailed, CosmosErrors.PreconditionText);

    public static CosmosResponse Failed(ItemAddress address, WriteFault fault) =>
        Failed(address, fault.Status, fault.Message, fault.SubStatus);

    public static CosmosResponse Failed(ItemAddress address, int status, string message, int subStatus = CosmosSubStatus.None) =>
        CosmosErrors.Data(address.Container, address.Partition, status, message, subStatus);
}
