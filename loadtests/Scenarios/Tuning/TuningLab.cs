namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>The tuning study: the same load four times, with one change from each test to the next.</summary>
public static class TuningLab
{
    public const string Name = "tuning";

    public static TuningScenario Baseline { get; } = new(
        "baseline", "Test 1: baseline", 900, 0, "deliveryId", new PublishedFigures(19, 669, 9_800, 2_720, 29, 11));

    public static TuningScenario MoreRequestUnits { get; } = new(
        "more-ru", "Test 2: more RU/s", 2_500, 0, "deliveryId", new PublishedFigures(23, 569, 11_000, 0, 29, 9));

    public static TuningScenario ParallelQuery { get; } = new(
        "parallel-query", "Test 3: parallel query", 2_500, -1, "deliveryId", new PublishedFigures(42, 215, 20_000, 0, 29, 10));

    public static TuningScenario OwnerKey { get; } = new(
        "owner-key", "Test 4: partition key", 2_500, -1, "ownerId", new PublishedFigures(59, 176, 29_000, 0, 3.4, 1));

    public static IReadOnlyList<TuningScenario> Scenarios { get; } = [Baseline, MoreRequestUnits, ParallelQuery, OwnerKey];

    /// <exception cref="ArgumentException">No test has that name; the message lists those there are.</exception>
    public static TuningScenario Find(string name) =>
        Scenarios.FirstOrDefault(scenario => scenario.Name == name)
        ?? throw new ArgumentException(
            $"There is no scenario '{name}'. Scenarios: {string.Join(", ", Scenarios.Select(scenario => scenario.Name))}.",
            nameof(name));
}
