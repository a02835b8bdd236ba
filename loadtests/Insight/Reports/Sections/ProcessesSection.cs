namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The CPU and memory of each process, and whether the generator kept up.</summary>
internal static class ProcessesSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("processes", "Processes and machine",
    [
        .. RunParts.Charts(
            runs,
            [
                new RunChart(
                    "Processor",
                    "In cores; 1 is one core fully used. The bar is the mean, the tick the highest second.",
                    run => Draw(run, "processor use", "cores", "c1", Busiest, process =>
                        (process.CpuMeanCores, process.CpuMaxCores))),
                new RunChart(
                    "Memory",
                    "Resident memory in MiB. The bar is the mean, the tick the highest second.",
                    run => Draw(run, "memory", "MiB", "c3", Largest, process =>
                        (process.MemoryMeanMiB, process.MemoryMaxMiB))),
                MachineUse.Chart,
                .. runs is [_] ? ResourceCharts.Charts : [],
            ]),
        .. runs.Where(run => run.Samples.Processes.Count > 0).Select(Resources),
        .. runs.Any(run => run.Record.Load.Generator.IsMeasured) ? (StudyPart[])[Generator(runs)] : [],
    ])
    { IsFolded = true };

    private static Chart Draw(
        ReportRun run, string title, string unit, string cssClass,
        Func<ReportRun, string> seeHere, Func<ProcessRecord, (double Mean, double Max)> use) =>
        run.Record.Processes.Count == 0
            ? new MissingChart("no process was sampled.")
            : new BarChart(
                run.Caption($"{title} of each process"),
                seeHere(run),
                [
                    .. run.Record.Processes.Select(process => (process.Name, Use: use(process))).Select(each => new Bar(
                        each.Name, each.Use.Mean, $"{Short(each.Use.Mean)} (max {Short(each.Use.Max)})", cssClass, each.Use.Max)),
                ])
            { ValueName = $"mean, {unit}", MarkerName = $"highest second, {unit}" };

    private static string Busiest(ReportRun run)
    {
        var busiest = run.Record.Processes.MaxBy(process => process.CpuMeanCores)!;
        var used = run.Record.Processes.Sum(process => process.CpuMeanCores);
        return $"{busiest.Name} uses the processor most, {Short(busiest.CpuMeanCores)} cores on average; "
            + $"all of these together use {Short(used)} of the machine's {run.Record.Manifest.Machine.Cores}.";
    }

    private static string Largest(ReportRun run)
    {
        var largest = run.Record.Processes.MaxBy(process => process.MemoryMaxMiB)!;
        return $"{largest.Name} holds the most, up to {Short(largest.MemoryMaxMiB)} MiB.";
    }

    private static StudyTable Resources(ReportRun run) => new StudyTableBuilder<ProcessRecord>(
        $"{run.Key}Processes", run.Caption("what each process used, mean and (highest second)"))
        .Words("process", "process", process => process.Name)
        .Figure("cpuCores", "CPU, cores", process => MeanAndMax(process.CpuMeanCores, process.CpuMaxCores))
        .Figure("memoryMiB", "memory, MiB", process => MeanAndMax(process.MemoryMeanMiB, process.MemoryMaxMiB))
        .Figure("threads", "threads", MeanAndMax(TimeSeries.ByProcess(run, sample => sample.Threads)))
        .Figure("sockets", "sockets", MeanAndMax(TimeSeries.ByProcess(run, sample => sample.Sockets)))
        .Figure("poolThreads", "pool threads", MeanAndMax(InstrumentSeries.Gauge(run, Metric.PoolThreads)))
        .Figure("poolQueue", "pool queue", MeanAndMax(InstrumentSeries.Gauge(run, Metric.PoolQueue)))
        .Number("collections", "collections", Total(InstrumentSeries.Growth(run, "dotnet.gc.collections")))
        .Number("pausesMs", "GC pauses, ms in all", Total(InstrumentSeries.Growth(run, Metric.GcPauseSeconds), scale: 1000))
        .Build(run.Record.Processes);

    private static Func<ProcessRecord, Cell> MeanAndMax(IEnumerable<TimeSeries> series) => process =>
        series.FirstOrDefault(each => each.Process == process.Name) is { } found ? MeanAndMax(found.Mean, found.Largest) : None;

    private static Cell MeanAndMax(double mean, double max) => new(mean, $"{Short(mean)} ({Short(max)})");

    private static Func<ProcessRecord, double?> Total(IReadOnlyDictionary<string, double> totals, double scale = 1) =>
        process => totals.TryGetValue(process.Name, out var total) ? total * scale : null;

    private static StudyTable Generator(IReadOnlyList<ReportRun> runs)
    {
        return RunParts.Table(
            "generator",
            "The load generator: how late it sent requests, and what it used",
            runs,
            Row("Lateness p50, ms", generator => generator.LatenessP50Ms),
            Row("Lateness p99, ms", generator => generator.LatenessP99Ms),
            Row("Lateness, highest, ms", generator => generator.LatenessMaxMs),
            Row("Processor, cores", generator => generator.CpuCores),
            ("Verdict", run => Verdict(run.Record)));

        (string, Func<ReportRun, Cell>) Row(string label, Func<GeneratorRecord, double?> figure) =>
            (label, run => Cell.Number(run.Record.Load.Generator is { IsMeasured: true } measured ? figure(measured) : null));
    }

    private static string Verdict(RunRecord run) => RunConditions.FromRecord(run) switch
    {
        _ when !run.Load.Generator.IsMeasured => None,
        { GeneratorLimit: not null, Disturbance: not null } both => $"it was {both.Generator}, and the machine was disturbed",
        { GeneratorLimit: not null } limited => $"it was {limited.Generator}",
        { Disturbance: not null } when run.Load.Generator.WasTheLimit => "it was late, since the machine was disturbed",
        { Disturbance: not null } => "it kept up, on a disturbed machine",
        _ => "it kept up",
    };
}
