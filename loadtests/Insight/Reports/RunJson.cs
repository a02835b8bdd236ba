namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// The figures as JSON, a row for each scenario. The names are a contract. Latencies are of every request that was sent, null if
/// none was sent or they are not stated; <c>latencyAtLeast</c> lists the lower bounds, and <c>successes</c> has the latencies of
/// successes. Both exist only if a request failed.
/// </summary>
internal static class RunJson
{
    public const string Key = "scenarios";

    public static StudyTable Table(IReadOnlyList<ScenarioFigures> scenarios) => new StudyTableBuilder<ScenarioFigures>(
        Key, "Scenarios")
        .Data("scenario", figures => figures.Run.Manifest.Scenario)
        .Data("requestsPerSecond", figures => figures.RequestsPerSecond)
        .Data("meanMs", figures => figures.Latency?.Mean.Milliseconds)
        .Data("p50Ms", figures => figures.Latency?.P50Ms)
        .Data("p95Ms", figures => figures.Latency?.P95Ms)
        .Data("p99Ms", figures => figures.Latency?.P99Ms)
        .Data("successful", figures => figures.Successful)
        .Data("clientErrors", figures => figures.Run.Load.ClientErrors)
        .Data("throttledCalls", figures => figures.Counted(figures.ThrottledCalls))
        .Data("dataCallsPerOperation", figures => figures.Counted(figures.DataCallsPerOperation))
        .Data("planCallsPerOperation", figures => figures.Counted(figures.PlanCallsPerOperation))
        .Data("ruPerOperation", figures => figures.Counted(figures.RequestUnitsPerOperation))
        .Data("peakRuPerPartitionPerSecond", figures => figures.Counted(figures.Run.Cosmos.PeakRequestUnitsPerPartitionPerSecond))
        .Data("durationSeconds", figures => figures.DurationSeconds)
        .Data("unanswered", figures => figures.Run.Load is { Unanswered: > 0 and var count } ? count : null, isOptional: true)
        .Data("latencyAtLeast", figures => figures.Latency?.AtLeast, isOptional: true)
        .Data("latencyNotStated", figures => figures.Latency?.NotStated, isOptional: true)
        .Data("successes", figures => figures.Successes is { } latency
            ? new { latency.MeanMs, latency.P50Ms, latency.P95Ms, latency.P99Ms }
            : null, isOptional: true)
        .Build(scenarios);
}
