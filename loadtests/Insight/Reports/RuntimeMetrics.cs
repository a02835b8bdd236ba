namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>What the .NET runtime of each service counts of itself.</summary>
internal static class RuntimeMetrics
{
    private const string PauseTime = "dotnet.gc.pause.time";
    private const string Collections = "dotnet.gc.collections";
    private const string Threads = "dotnet.thread_pool.thread.count";
    private const string Queue = "dotnet.thread_pool.queue.length";

    public static IReadOnlyList<TimeSeries> PauseMsPerSecond(ReportRun run) => MetricSeries.PerSecond(run, PauseTime, 1000);

    public static IReadOnlyList<TimeSeries> PoolThreads(ReportRun run) => MetricSeries.Gauge(run, Threads);

    public static IReadOnlyList<TimeSeries> PoolQueue(ReportRun run) => MetricSeries.Gauge(run, Queue);

    /// <summary>While load was measured, by service.</summary>
    public static IReadOnlyDictionary<string, double> CollectionsOf(ReportRun run) => MetricSeries.Growth(run, Collections);

    /// <summary>In ms, while load was measured, by service.</summary>
    public static IReadOnlyDictionary<string, double> PauseMsOf(ReportRun run) =>
        MetricSeries.Growth(run, PauseTime).ToDictionary(service => service.Key, service => service.Value * 1000);
}
