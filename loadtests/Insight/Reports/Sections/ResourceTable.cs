using System.Xml.Linq;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What each process of one run used, mean and highest, with all that was recorded of it.</summary>
internal static class ResourceTable
{
    /// <summary>Nothing where no second was recorded: the bars above say all there is.</summary>
    public static XElement? Build(ReportRun run)
    {
        var seconds = run.Figures.DurationSeconds;
        var samples = run.Samples.Processes;
        if (samples.Count == 0)
        {
            return null;
        }

        var threads = MeanAndMost(TimeSeries.Of(samples, seconds, sample => sample.Threads));
        var sockets = MeanAndMost(TimeSeries.Of(samples, seconds, sample => sample.Sockets));
        var (pool, queue) = (MeanAndMost(RuntimeMetrics.PoolThreads(run)), MeanAndMost(RuntimeMetrics.PoolQueue(run)));
        var (collections, pauses) = (RuntimeMetrics.CollectionsOf(run), RuntimeMetrics.PauseMsOf(run));
        var rows =
            from process in run.Record.Processes
            select (process.Name, (IEnumerable<object>)
                [
                    $"{Short(process.CpuMeanCores)} ({Short(process.CpuMaxCores)})",
                    $"{Short(process.MemoryMeanMiB)} ({Short(process.MemoryMaxMiB)})",
                    threads.GetValueOrDefault(process.Name, None),
                    sockets.GetValueOrDefault(process.Name, None),
                    pool.GetValueOrDefault(process.Name, None),
                    queue.GetValueOrDefault(process.Name, None),
                    Total(collections, process.Name),
                    Total(pauses, process.Name),
                ]);
        return Html.Wide($"{run.Title}: what each process used", Html.Table(
            $"{run.Title}: what each process used, mean and (highest second)",
            [
                "CPU, cores", "memory, MiB", "threads", "sockets", "pool threads", "pool queue", "collections",
                "GC pauses, ms in all",
            ],
            rows,
            "process"));
    }

    private static Dictionary<string, string> MeanAndMost(IEnumerable<TimeSeries> processes) =>
        processes.ToDictionary(process => process.Process, process => $"{Short(process.Mean)} ({Short(process.Largest)})");

    private static string Total(IReadOnlyDictionary<string, double> totals, string process) =>
        totals.TryGetValue(process, out var total) ? Short(total) : None;
}
