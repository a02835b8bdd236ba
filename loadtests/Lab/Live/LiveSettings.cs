namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The settings that can be changed while the system runs.</summary>
/// <param name="PartitionKey"><c>deliveryId</c> or <c>ownerId</c>.</param>
/// <param name="MaxConcurrency">Partitions queried at once: 0 or 1 one after another, -1 as the SDK decides.</param>
/// <param name="Throughput">RU/s of the container under study.</param>
/// <param name="LatencyMeanMs">Simulated latency of a Cosmos DB data call.</param>
/// <param name="Fault">The name of the planted fault, or <see cref="NoFault"/>.</param>
internal sealed record LiveSettings(
    string PartitionKey, int MaxConcurrency, int Throughput, double LatencyMeanMs, string Fault, int Users)
{
    public const string NoFault = "none";
}

/// <summary>Settings to change; a null value keeps the current one.</summary>
internal sealed record SettingsChange(
    string? PartitionKey, int? MaxConcurrency, int? Throughput, double? LatencyMeanMs, string? Fault, int? Users)
{
    public LiveSettings ApplyTo(LiveSettings current) => new(
        PartitionKey ?? current.PartitionKey, MaxConcurrency ?? current.MaxConcurrency, Throughput ?? current.Throughput,
        LatencyMeanMs ?? current.LatencyMeanMs, Fault ?? current.Fault, Users ?? current.Users);
}

/// <summary>The values that settings may have.</summary>
internal sealed record SettingChoices(IReadOnlyList<string> PartitionKeys, IReadOnlyList<NamedChoice> Faults, int MaxUsers)
{
    public int MinThroughput => 600;

    public int MaxThroughput => 90_000;

    public int ThroughputStep => 100;

    public int LowestMaxConcurrency => -1;

    public int HighestMaxConcurrency => 64;

    public double MaxLatencyMs => 2_000;
}

/// <summary>The name of a value, and its title on the page.</summary>
internal sealed record NamedChoice(string Name, string Title);

/// <summary>Describes settings in words.</summary>
internal static class SettingsText
{
    /// <summary>The differences, for example <c>users 20 → 40, RU/s 900 → 2500</c>.</summary>
    public static string Describe(LiveSettings before, LiveSettings after) => string.Join(
        ", ",
        from pair in Pairs(before, after)
        where pair.Before != pair.After
        select $"{pair.Name} {pair.Before} → {pair.After}");

    /// <summary>The title of the test whose flags the system was started with, and what was changed since then.</summary>
    public static string Title(string test, LiveSettings first, LiveSettings now) =>
        Describe(first, now) is { Length: > 0 } changes ? $"{test}, changed: {changes}" : test;

    private static IEnumerable<(string Name, string Before, string After)> Pairs(LiveSettings before, LiveSettings after) =>
    [
        ("partition key", before.PartitionKey, after.PartitionKey),
        ("partitions at once", $"{before.MaxConcurrency}", $"{after.MaxConcurrency}"),
        ("RU/s", $"{before.Throughput}", $"{after.Throughput}"),
        ("database latency in ms", $"{before.LatencyMeanMs}", $"{after.LatencyMeanMs}"),
        ("broken", before.Fault, after.Fault),
        ("users", $"{before.Users}", $"{after.Users}"),
    ];
}
