namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The resources that each process used, by second.</summary>
internal static class ResourceCharts
{
    public static IReadOnlyList<RunChart> Charts { get; } =
    [
        new("Processor over time", "Cores in use by each process.", run => Draw(
            run, "processor over time", "cores", TimeSeries.ByProcess(run, sample => sample.CpuCores), "busiest on average")),
        new("Memory over time", "Resident memory of each process. A line that only rises may be a leak.", run => Draw(
            run, "memory over time", "MiB", TimeSeries.ByProcess(run, sample => sample.MemoryMiB), "largest on average")),
        new("Threads", "Threads of each process, as the operating system counts them.", run => Draw(
            run, "threads over time", "threads", TimeSeries.ByProcess(run, sample => sample.Threads), "most on average")),
        new("Sockets", "Open sockets of each process, including those of connection pools.", run => Draw(
            run, "open sockets over time", "sockets", TimeSeries.ByProcess(run, sample => sample.Sockets), "most on average")),
        new("Garbage collection", "Time in each second for which collections paused all threads of a process.", run => Draw(
            run, "pauses for garbage collection over time", "ms per second",
            InstrumentSeries.PerSecond(run, Metric.GcPauseSeconds, scale: 1000), "most on average")),
        new(
            "Thread pool queue",
            "Work that waits for a thread of the pool. A queue while the processor is idle indicates blocked threads.",
            run => Draw(
                run, "thread pool queue over time", "work items", InstrumentSeries.Gauge(run, Metric.PoolQueue),
                "longest on average")),
        new("Thread pool", "Threads of the .NET pool: a number that rises step by step indicates blocked threads.", run => Draw(
            run, "threads of the pool over time", "threads", InstrumentSeries.Gauge(run, Metric.PoolThreads), "most on average")),
    ];

    private static Chart Draw(
        ReportRun run, string title, string unit, IReadOnlyList<TimeSeries> processes, string superlative)
    {
        if (processes.Count == 0)
        {
            return new MissingChart("not recorded in this run.");
        }

        var first = processes.MaxBy(process => process.Mean)!;
        var highest = processes.MaxBy(process => process.Largest)!;
        var seeHere = processes.All(process => process.Largest == 0)
            ? "none in any process."
            : $"{superlative}: {first.Process} with {Short(first.Mean)}; highest: {highest.Process} "
                + $"with {Short(highest.Largest)}.";
        // The position of a process among all of them determines its colour, also in charts that show only some.
        var places = run.Samples.Processes.Select(sample => sample.Process)
            .Concat(run.Samples.Metrics.Select(sample => sample.Service))
            .Distinct()
            .Order(StringComparer.Ordinal)
            .ToList();
        var lines = processes.Select(process =>
            new ChartLine(process.Process, Series.Class(places.IndexOf(process.Process)), process.Points));
        return run.OverTime(title, seeHere, unit, [.. lines]);
    }
}
