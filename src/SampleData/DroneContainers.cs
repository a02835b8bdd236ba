namespace DroneDelivery.SampleData;

/// <summary>The database and containers of Delivery, with the names in its settings.</summary>
public static class DroneContainers
{
    public const string Database = "drones";

    /// <summary>Physical partitions of a container with deliveries, as in the published study.</summary>
    public const int DeliveryPartitions = 9;

    internal const int ThroughputPerPartition = 6_000;

    public static DroneContainer ByDeliveryId { get; } = new("deliveriesByDeliveryId", "/deliveryId", DeliveryPartitions);

    public static DroneContainer ByOwnerId { get; } = new("deliveriesByOwnerId", "/ownerId", DeliveryPartitions);

    public static DroneContainer Summaries { get; } = new("deliverySummaries", "/ownerId", Partitions: 1);

    public static IReadOnlyList<DroneContainer> All { get; } = [ByDeliveryId, ByOwnerId, Summaries];

    /// <summary>The container that Delivery queries with <c>--partition-key</c> <paramref name="partitionKey"/>.</summary>
    public static string For(string partitionKey) => partitionKey == "ownerId" ? ByOwnerId.Id : ByDeliveryId.Id;
}

/// <summary>One container.</summary>
public sealed record DroneContainer(string Id, string PartitionKeyPath, int Partitions)
{
    /// <summary>RU/s at creation: 6,000 for each physical partition, as on Azure.</summary>
    public int Throughput => Partitions * DroneContainers.ThroughputPerPartition;

    /// <summary>The minimum RU/s after that: a hundredth, in steps of 100, and 400 or more.</summary>
    public int MinThroughput => Math.Max(400, (Throughput / 100 + 99) / 100 * 100);
}
