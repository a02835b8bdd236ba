using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>
/// The figures of one run that the table shows and that other programs read. Latencies are
/// those of successful requests; null without any.
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
    public static ScenarioFigures From(RunRecord run)
    {
        var (load, cosmos) = (run.Load, run.Cosmos);
        var latency = load.Successful > 0 ? load.Latency : null;
        // Not only the successful ones: failed requests and those cut off by the end of the load made calls too, and those
        // calls are counted.
        var operations = load.Sent;
        return new ScenarioFigures(
            run.Manifest.Scenario,
            load.RequestsPerSecond,
            latency?.MeanMs,
            latency?.P50Ms,
            latency?.P95Ms,
            latency?.P99Ms,
            load.Successful,
            load.ClientErrors,
            cosmos.ThrottledCalls,
            PerOperation(cosmos.DataCalls, operations),
            PerOperation(cosmos.PlanCalls, operations),
            PerOperation(cosmos.RequestUnits, operations),
            cosmos.PeakRequestUnitsPerPartitionPerSecond,
            load.DurationSeconds);
    }

    private static double PerOperation(double total, long operations) => operations > 0 ? total / operations : 0;
}
