namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>The tuning study: the same load four times, with one change from each test to the next.</summary>
public static class TuningLab
{
    public const string Name = "tuning";

    /// <summary>Route of the call under study, in the Delivery service.</summary>
    public const string CallUnderStudy = "/deliveries/utilization";

    public static TuningScenario Baseline { get; } = new(
        "baseline", "Test 1: baseline", 900, 0, "deliveryId", PublishedStudy.Create(
            new(19, 669, 9_800, 2_720, 29, 11), maxRequestsPerSecond: 44, latencyMs: (104, 1_570, 3_270), operations: 9_850,
            calls: (98_905, 16_071), partition: (136, 100), cpuShare: (0.8, 0.24)));

    public static TuningScenario MoreRequestUnits { get; } = new(
        "more-ru", "Test 2: more RU/s", 2_500, 0, "deliveryId", PublishedStudy.Create(
            new(23, 569, 11_000, 0, 29, 9), maxRequestsPerSecond: 47, latencyMs: (95, 1_230, 1_840), operations: 10_901,
            calls: (108_790, 0), partition: (153, 278), cpuShare: (1.01, 0.28)));

    public static TuningScenario ParallelQuery { get; } = new(
        "parallel-query", "Test 3: parallel query", 2_500, -1, "deliveryId", PublishedStudy.Create(
            new(42, 215, 20_000, 0, 29, 10), maxRequestsPerSecond: 76, latencyMs: (51, 435, 764), operations: 20_162,
            calls: (201_620, 0), partition: (250, 278), cpuShare: (0.99, 0.37)));

    public static TuningScenario OwnerKey { get; } = new(
        "owner-key", "Test 4: partition key", 2_500, -1, "ownerId", PublishedStudy.Create(
            new(59, 176, 29_000, 0, 3.4, 1), maxRequestsPerSecond: 99, latencyMs: (38, 268, 685), operations: 28_616,
            calls: (28_661, 0), partition: (69, 278), cpuShare: (0.99, 0.46), usedDirectMode: true));

    public static IReadOnlyList<TuningScenario> Scenarios { get; } = [Baseline, MoreRequestUnits, ParallelQuery, OwnerKey];

    /// <exception cref="ArgumentException">No test has this name; the message lists the names.</exception>
    public static TuningScenario Find(string name) =>
        Scenarios.FirstOrDefault(scenario => scenario.Name == name)
        ?? throw new ArgumentException(
            $"There is no scenario '{name}'. Scenarios: {string.Join(", ", Scenarios.Select(scenario => scenario.Name))}.",
            nameof(name));
}
