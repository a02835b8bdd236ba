using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Containers;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Cosmos;

namespace DroneDelivery.Delivery;

internal static class DeliveryService
{
    public static ServiceIdentity Identity { get; } = new("delivery", "Delivery: deliveries on Cosmos DB", 5110, 5111)
    {
        Flags =
        [
            .. CosmosOptions.Flags,
            Of(nameof(DeliveryOptions.PartitionKey), "--partition-key", "Container to use: deliveryId or ownerId.", "deliveryId"),
            Of(nameof(DeliveryOptions.MaxConcurrency), "--max-concurrency", "Partitions asked at once; -1: SDK decides.", "0"),
            Of(nameof(DeliveryOptions.Throughput), "--throughput", "RU/s to set on that container at start.", "left alone"),
            AnswerCacheOptions.Flag,
        ],
    };

    private static ServiceFlag Of(string option, string name, string text, string shownDefault) =>
        new(name, $"{DeliveryOptions.Section}:{option}", text, shownDefault);
}
