using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The CPU and memory of each process, and whether the generator kept up.</summary>
internal static class ProcessesSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs)
    {
        var processes = runs.SelectMany(run => run.Record.Processes).ToList();
        var maxCores = processes.Select(process => process.CpuMaxCores).DefaultIfEmpty().Max();
        var maxMemory = processes.Select(process => process.MemoryMaxMiB).DefaultIfEmpty().Max();
        return new StudySection("processes", "Processes and machine",
        [
            .. RunParts.Charts(
                runs,
                [
                    new RunChart(
                        "Processor",
                        "In cores; 1 is one core fully used. The bar is the mean, the tick the highest second.",
                        run => Processor(run, maxCores)),
                    new RunChart(
                        "Memory",
                        "Resident memory in MiB. The bar is the mean, the tick the highest second.",
                        run => Memory(run, maxMemory)),
                    .. runs is [_] ? ResourceCharts.Charts : [],
                ]),
            .. runs.Where(run => run.Samples.Processes.Count > 0).Select(Resources),
            Generator(runs),
        ]);
    }

    private static Chart Processor(ReportRun run, double largest)
    {
        var cores = run.Record.Manifest.Machine.Cores;
        var used = run.Record.Processes.Sum(process => process.CpuMeanCores);
        return run.Record.Processes.MaxBy(process => process.CpuMeanCores) is not { } busiest
            ? new MissingChart("no process was sampled.")
            : new BarChart(
                $"{run.Title}: processor use of each process",
                $"{busiest.Name} uses the processor most, {Short(busiest.CpuMeanCores)} cores on average; "
                + $"all of these together use {Short(used)} of the machine's {cores}.",
                [.. run.Record.Processes.Select(process => BarOf(process.Name, process.CpuMeanCores, process.CpuMaxCores, "c1"))])
            {
                Largest = largest,
                ValueName = "mean, cores",
                MarkerName = "highest second, cores",
            };
    }

    private static Chart Memory(ReportRun run, double largest) =>
        run.Record.Processes.MaxBy(process => process.MemoryMaxMiB) is not { } largestProcess
            ? new MissingChart("no process was sampled.")
            : new BarChart(
                $"{run.Title}: memory of each process",
                $"{largestProcess.Name} holds the most, up to {Short(largestProcess.MemoryMaxMiB)} MiB.",
                [
                    .. run.Record.Processes.Select(process =>
                        BarOf(process.Name, process.MemoryMeanMiB, process.MemoryMaxMiB, "c3")),
                ])
            {
                Largest = largest,
                ValueName = "mean, MiB",
                MarkerName = "highest second, MiB",
            };

    private static Bar BarOf(string name, double mean, double most, string cssClass) =>
        new(name, mean, $"{Short(mean)} (max {Short(most)})", cssClass, most);

    /// <summary>The mean and maximum use of resources by each process of one run.</summary>
    private static StudyTable Resources(ReportRun run)
    {
        var (seconds, samples) = (run.Figures.DurationSeconds, run.Samples.Processes);
        var threads = MeanAndMost(TimeSeries.ByProcess(samples, seconds, sample => sample.Threads));
        var sockets = MeanAndMost(TimeSeries.ByProcess(samples, seconds, sample => sample.Sockets));
        var (pool, queue) = (MeanAndMost(RuntimeMetrics.PoolThreads(run)), MeanAndMost(RuntimeMetrics.PoolQueue(run)));
        var (collections, pauses) = (RuntimeMetrics.CollectionsOf(run), RuntimeMetrics.PauseMsOf(run));
        return new StudyTableBuilder<ProcessRecord>(
            $"{run.Key}Processes", $"{run.Title}: what each process used, mean and (highest second)")
            .Words("process", "process", process => process.Name)
            .Figure("cpuCores", "CPU, cores", process => MeanAndMost(process.CpuMeanCores, process.CpuMaxCores))
            .Figure("memoryMiB", "memory, MiB", process => MeanAndMost(process.MemoryMeanMiB, process.MemoryMaxMiB))
            .Figure("threads", "threads", process => threads.GetValueOrDefault(process.Name, None))
            .Figure("sockets", "sockets", process => sockets.GetValueOrDefault(process.Name, None))
            .Figure("poolThreads", "pool threads", process => pool.GetValueOrDefault(process.Name, None))
            .Figure("poolQueue", "pool queue", process => queue.GetValueOrDefault(process.Name, None))
            .Number("collections", "collections", process => Total(collections, process.Name))
            .Number("pausesMs", "GC pauses, ms in all", process => Total(pauses, process.Name))
            .Build(run.Record.Processes);
    }

    private static Dictionary<string, Cell> MeanAndMost(IEnumerable<TimeSeries> processes) =>
        processes.ToDictionary(process => process.Process, process => MeanAndMost(process.Mean, process.Largest));

    private static Cell MeanAndMost(double mean, double most) => new(mean, $"{Short(mean)} ({Short(most)})");

    private static double? Total(IReadOnlyDictionary<string, double> totals, string process) =>
        totals.TryGetValue(process, out var total) ? total : null;

    /// <summary>Whether the load generator kept up.</summary>
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
            (label, run => Cell.Number(figure(run.Record.Load.Generator)));
    }

    private static string Verdict(RunRecord run) => RunConditions.FromRecord(run) switch
    {
        { GeneratorLimit: not null, Disturbance: not null } => "it was short of CPU, and the machine was disturbed",
        { GeneratorLimit: not null } => "it was short of CPU",
        { Disturbance: not null } when run.Load.Generator.WasTheLimit => "it was late, since the machine was disturbed",
        { Disturbance: not null } => "it kept up, on a disturbed machine",
        _ => "it kept up",
    };
}
