namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>The tuning study: the same load four times, with one change from each test to the next.</summary>
public static class TuningLab
{
    public const string Name = "tuning";

    /// <summary>Route of the call under study, in the Delivery service.</summary>
    public const string CallUnderStudy = "/deliveries/utilization";

    public static TuningScenario Baseline { get; } = new(
        "baseline", "Test 1: baseline", 900, 0, "deliveryId", new PublishedFigures(19, 669, 9_800, 2_720, 29, 11)
        {
            Raw = new PublishedRawData
            {
                MaxRequestsPerSecond = 44,
                P50Ms = 104,
                P95Ms = 1_570,
                P99Ms = 3_270,
                Operations = 9_850,
                SuccessfulCalls = 98_905,
                ThrottledCalls = 16_071,
                MaxPartitionRequestUnitsPerSecond = 136,
                PartitionBudgetPerSecond = 100,
                MaxCpuShare = 0.8,
                MeanCpuShare = 0.24,
            },
        });

    public static TuningScenario MoreRequestUnits { get; } = new(
        "more-ru", "Test 2: more RU/s", 2_500, 0, "deliveryId", new PublishedFigures(23, 569, 11_000, 0, 29, 9)
        {
            Raw = new PublishedRawData
            {
                MaxRequestsPerSecond = 47,
                P50Ms = 95,
                P95Ms = 1_230,
                P99Ms = 1_840,
                Operations = 10_901,
                SuccessfulCalls = 108_790,
                ThrottledCalls = 0,
                MaxPartitionRequestUnitsPerSecond = 153,
                PartitionBudgetPerSecond = 278,
                MaxCpuShare = 1.01,
                MeanCpuShare = 0.28,
            },
        });

    public static TuningScenario ParallelQuery { get; } = new(
        "parallel-query", "Test 3: parallel query", 2_500, -1, "deliveryId", new PublishedFigures(42, 215, 20_000, 0, 29, 10)
        {
            Raw = new PublishedRawData
            {
                MaxRequestsPerSecond = 76,
                P50Ms = 51,
                P95Ms = 435,
                P99Ms = 764,
                Operations = 20_162,
                SuccessfulCalls = 201_620,
                ThrottledCalls = 0,
                MaxPartitionRequestUnitsPerSecond = 250,
                PartitionBudgetPerSecond = 278,
                MaxCpuShare = 0.99,
                MeanCpuShare = 0.37,
            },
        });

    public static TuningScenario OwnerKey { get; } = new(
        "owner-key", "Test 4: partition key", 2_500, -1, "ownerId", new PublishedFigures(59, 176, 29_000, 0, 3.4, 1)
        {
            Raw = new PublishedRawData
            {
                MaxRequestsPerSecond = 99,
                P50Ms = 38,
                P95Ms = 268,
                P99Ms = 685,
                Operations = 28_616,
                SuccessfulCalls = 28_661,
                ThrottledCalls = 0,
                MaxPartitionRequestUnitsPerSecond = 69,
                PartitionBudgetPerSecond = 278,
                MaxCpuShare = 0.99,
                MeanCpuShare = 0.46,
                DirectMode = true,
            },
        });

    public static IReadOnlyList<TuningScenario> Scenarios { get; } = [Baseline, MoreRequestUnits, ParallelQuery, OwnerKey];

    /// <exception cref="ArgumentException">No test has this name; the message lists the names.</exception>
    public static TuningScenario Find(string name) =>
        Scenarios.FirstOrDefault(scenario => scenario.Name == name)
        ?? throw new ArgumentException(
            $"There is no scenario '{name}'. Scenarios: {string.Join(", ", Scenarios.Select(scenario => scenario.Name))}.",
            nameof(name));
}
