namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>
/// Parses values of Delivery's flags. A value that the service or its account would refuse is a
/// <see cref="FormatException"/> of one line, before anything is started.
/// </summary>
internal static class DeliveryFlag
{
    /// <summary>The flags that the advisor's hints name.</summary>
    public static IReadOnlyDictionary<Setting, string> BySetting { get; } = new Dictionary<Setting, string>
    {
        [Setting.Throughput] = "--throughput",
        [Setting.MaxConcurrency] = "--max-concurrency",
        [Setting.PartitionKey] = "--partition-key",
        [Setting.Connections] = "--cosmos-connections",
    };

    public const string Throughputs = "a multiple of 100 from 600 to 1,000,000";

    private const int MinThroughput = 600;
    private const int MaxThroughput = 1_000_000;
    private const int ThroughputStep = 100;
    private const int SdkDecides = -1;
    private const int HighestConcurrency = 1_000;

    public static string Concurrencies { get; } = $"a whole number from {SdkDecides} to {HighestConcurrency:N0}";

    public static string PartitionCounts { get; } = $"a whole number from 1 to {TuningScenario.MaxPartitions}";

    public static int Partitions(string text, string name) => Quantity.Whole(text, name, 1, TuningScenario.MaxPartitions);

    /// <summary>The scenario, if its throughput is enough for its number of partitions.</summary>
    /// <exception cref="FormatException">The throughput is too low; the message shows the minimum.</exception>
    public static TuningScenario Checked(TuningScenario scenario) => scenario.Throughput >= scenario.MinThroughput
        ? scenario
        : throw new FormatException(
            $"{scenario.Partitions} physical partitions need a throughput of at least {scenario.MinThroughput:N0} RU/s; "
            + $"it is {scenario.Throughput:N0}.");

    public static int Throughput(string text, string name) =>
        Quantity.FindWhole(text, MinThroughput, MaxThroughput) is { } value && value % ThroughputStep == 0
            ? value
            : throw new FormatException($"{name} takes RU/s, {Throughputs}; it is '{text}'.");

    public static int MaxConcurrency(string text, string name) => Quantity.Whole(text, name, SdkDecides, HighestConcurrency);
}
