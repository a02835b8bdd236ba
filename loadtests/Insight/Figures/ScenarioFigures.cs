using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>
/// The figures of one run that the table shows and that other programs read. Latencies are those of every request that was sent,
/// lower bounds where <see cref="Latency"/> says so; null where none was, or where they are not stated.
/// </summary>
/// <param name="DataCallsPerOperation">Item and query-page requests for each operation, throttled ones included.</param>
/// <param name="PlanCallsPerOperation">Query-plan requests for each operation.</param>
/// <param name="RequestUnitsPerOperation">RU charged for each operation.</param>
/// <param name="PeakRequestUnitsPerPartitionPerSecond">The most RU that one partition used in one second.</param>
public sealed record ScenarioFigures(
    string Scenario,
    double RequestsPerSecond,
    double? MeanMs,
    double? P50Ms,
    double? P95Ms,
    double? P99Ms,
    long Successful,
    long ClientErrors,
    long ThrottledCalls,
    double DataCallsPerOperation,
    double PlanCallsPerOperation,
    double RequestUnitsPerOperation,
    double PeakRequestUnitsPerPartitionPerSecond,
    double DurationSeconds)
{
    /// <summary>What the latencies are from; null where nothing was sent.</summary>
    public LatencySummary? Latency { get; init; }

    /// <summary>Of successes alone; null where nothing failed.</summary>
    public LatencySummary? Successes { get; init; }

    public static ScenarioFigures From(RunRecord run)
    {
        var (load, cosmos) = (run.Load, run.Cosmos);
        var latency = load.Successful + load.NotSuccessful > 0 ? load.Latency : null;
        // Not only the successful ones: failed requests and those cut off by the end of the load made calls too, and those
        // calls are counted.
        var operations = load.Sent;
        return new ScenarioFigures(
            run.Manifest.Scenario,
            load.RequestsPerSecond,
            latency?.Mean.Milliseconds,
            latency?.P50.Milliseconds,
            latency?.P95.Milliseconds,
            latency?.P99.Milliseconds,
            load.Successful,
            load.ClientErrors,
            cosmos.ThrottledCalls,
            PerOperation(cosmos.DataCalls, operations),
            PerOperation(cosmos.PlanCalls, operations),
            PerOperation(cosmos.RequestUnits, operations),
            cosmos.PeakRequestUnitsPerPartitionPerSecond,
            load.DurationSeconds)
        {
            Latency = latency,
            Successes = load.Successful > 0 ? load.Successes : null,
        };
    }

    private static double PerOperation(double total, long operations) => operations > 0 ? total / operations : 0;
}
