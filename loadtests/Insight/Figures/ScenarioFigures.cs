using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>
/// The figures of one run in the table and in JSON. Latencies are of every request that was sent, lower bounds if
/// <see cref="Latency"/> says so; null if none was sent or the figure is not stated.
/// </summary>
/// <param name="DataCallsPerOperation">Item and query-page requests for each operation, throttled ones included.</param>
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
    /// <summary>The latencies of every request that was sent; null if nothing was sent.</summary>
    public LatencySummary? Latency { get; init; }

    /// <summary>The latencies of successes; null if nothing failed.</summary>
    public LatencySummary? Successes { get; init; }

    public static ScenarioFigures From(RunRecord run)
    {
        var (load, cosmos) = (run.Load, run.Cosmos);
        var latency = load.Successful + load.NotSuccessful > 0 ? load.Latency : null;
        // All requests sent, since failed requests and those cut off by the end of the load also made calls, which are counted.
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
