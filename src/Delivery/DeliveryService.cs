using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.ServiceDefaults.Redis;

namespace DroneDelivery.Delivery;

internal static class DeliveryService
{
    public static ServiceIdentity Identity { get; } = new("delivery", "Delivery: deliveries on Cosmos DB", 5110, 5111)
    {
        Flags =
        [
            .. CosmosOptions.Flags,
            Flag("--partition-key", nameof(DeliveryOptions.PartitionKey), "Container to use: deliveryId or ownerId.", "deliveryId"),
            Flag("--max-concurrency", nameof(DeliveryOptions.MaxConcurrency), "Partitions read concurrently; -1: SDK decides.", "0"),
            Flag("--throughput", nameof(DeliveryOptions.Throughput), "RU/s to set on the used container at start.", "unchanged"),
            AnswerCacheOptions.Flag,
            .. RedisOptions.Flags,
            Flag("--fault-row-reads", nameof(DeliveryOptions.FaultRowReads), "Injected fault: rows read one by one.", "0"),
        ],
        Meters = [AnswerCache.MeterName, RedisConnection.MeterName],
    };

    private static ServiceFlag Flag(string name, string option, string text, string shownDefault) =>
        new(name, $"{DeliveryOptions.Section}:{option}", text, shownDefault);
}
