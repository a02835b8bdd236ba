namespace DroneDelivery.LoadTests.Lab.Seeding;

/// <summary>The database and containers of Delivery, with the names in its settings.</summary>
internal static class DroneContainers
{
    public const string Database = "drones";

    internal const int ThroughputPerPartition = 6_000;

    public static DroneContainer ByDeliveryId { get; } =
        new("deliveriesByDeliveryId", "/deliveryId", TuningScenario.DefaultPartitions);

    public static DroneContainer ByOwnerId { get; } = new("deliveriesByOwnerId", "/ownerId", TuningScenario.DefaultPartitions);

    public static DroneContainer Summaries { get; } = new("deliverySummaries", "/ownerId", Partitions: 1);

    /// <summary>The properties by which deliveries can be queried, with the number of their values.</summary>
    public static IReadOnlyList<PropertyRecord> PropertiesOf(World world) =>
    [
        new("deliveryId", world.CountDeliveries()),
        new("ownerId", world.Owners),
        new("year", Enumerable.Range(0, world.Months).Select(month => world.FirstMonth.Plus(month).Year).Distinct().Count()),
        new("month", Math.Min(world.Months, 12)),
    ];

    /// <summary>The container that Delivery queries with <c>--partition-key</c> <paramref name="partitionKey"/>.</summary>
    public static string For(string partitionKey) => partitionKey == "ownerId" ? ByOwnerId.Id : ByDeliveryId.Id;
}

/// <summary>One container.</summary>
internal sealed record DroneContainer(string Id, string PartitionKeyPath, int Partitions)
{
    /// <summary>RU/s at creation: 6,000 for each physical partition, as on Azure.</summary>
    public int Throughput => Partitions * DroneContainers.ThroughputPerPartition;
}
