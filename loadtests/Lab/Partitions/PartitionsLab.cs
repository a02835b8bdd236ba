namespace DroneDelivery.LoadTests.Lab.Partitions;

/// <summary>Three ways of querying a growing number of physical partitions, each with the same throughput.</summary>
internal static class PartitionsLab
{
    public const string Name = "partitions";
    public const int Users = 20;
    public const int ThroughputPerPartition = 300;

    public static readonly TimeSpan Quick = TimeSpan.FromSeconds(15);
    public static readonly TimeSpan Full = TimeSpan.FromSeconds(60);

    public static IReadOnlyList<int> Counts { get; } = [5, 9, 20, 50];

    public static IReadOnlyList<QueryWay> Ways { get; } =
    [
        new("serial", "serial", 0, "deliveryId"),
        new("parallel", "parallel", -1, "deliveryId"),
        new("by-owner", "by owner", -1, "ownerId"),
    ];

    public static PartitionsCell? Find(string name) =>
        Ways.Where(way => name.StartsWith($"{way.Name}-", StringComparison.Ordinal))
            .Select(way => int.TryParse(name.AsSpan(way.Name.Length + 1), out var count) ? new PartitionsCell(way, count) : null)
            .FirstOrDefault();
}

/// <summary>A way of querying: the query's <c>MaxConcurrency</c> and the container's partition key.</summary>
internal sealed record QueryWay(string Name, string Title, int MaxConcurrency, string PartitionKey)
{
    public bool AsksOnePartition => PartitionKey == "ownerId";
}

/// <summary>One way of querying at one number of physical partitions.</summary>
internal sealed record PartitionsCell(QueryWay Way, int Partitions)
{
    public TuningScenario Scenario => new(
        $"{Way.Name}-{Partitions}", $"{Way.Title}, {Partitions} partitions",
        Partitions * PartitionsLab.ThroughputPerPartition, Way.MaxConcurrency, Way.PartitionKey, Published: null)
    {
        Partitions = Partitions,
    };
}
