using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// What the .NET runtime of a process counted of itself while load was measured. It tells once a second, so that totals miss up
/// to a second at either end; and a process without a free thread tells nothing.
/// </summary>
/// <param name="ToldSeconds">The time from the first to the last telling, which all other figures are of.</param>
/// <param name="Queue">The most work items that waited for a thread of the pool.</param>
/// <param name="WorkItemsPerSecond">Work items that the pool finished.</param>
/// <param name="Collections">Garbage collections, those of generation 0 first; each counts in its own generation only.</param>
/// <param name="PauseShare">The share of the time in which the collector held all threads.</param>
public sealed record PoolFigures(
    double ToldSeconds, double Queue, double WorkItemsPerSecond, IReadOnlyList<double> Collections, double PauseShare)
{
    private const string QueueLength = "dotnet.thread_pool.queue.length";
    private const string WorkItems = "dotnet.thread_pool.work_item.count";
    private const string CollectionCount = "dotnet.gc.collections";
    private const string PauseTime = "dotnet.gc.pause.time";
    private const int Generations = 3;
    private const double NanosecondsInSecond = 1e9;

    /// <summary>Null where the process told less than twice.</summary>
    public static PoolFigures? FromRun(RunRecord record, RunSamples samples, string service)
    {
        var told = Measured(record, samples, service).ToLookup(sample => sample.Name);
        var seconds = SecondsBetween(told[WorkItems]);
        return seconds <= 0
            ? null
            : new PoolFigures(
                seconds,
                told[QueueLength].Select(sample => sample.Value).DefaultIfEmpty().Max(),
                Growth(told[WorkItems]) / seconds,
                [.. Enumerable.Range(0, Generations).Select(generation => Growth(told[CollectionCount], $"gen{generation}"))],
                Growth(told[PauseTime]) / seconds);
    }

    private static IEnumerable<MetricSample> Measured(RunRecord record, RunSamples samples, string service) =>
        samples.Metrics.Where(sample =>
            sample.Service == service && SecondOf(record, sample) is var at && at >= 0 && at <= record.Load.DurationSeconds);

    private static double SecondOf(RunRecord record, MetricSample sample) =>
        (sample.Time / NanosecondsInSecond) - (record.Manifest.StartedAt.ToUnixTimeMilliseconds() / 1000.0);

    private static double SecondsBetween(IEnumerable<MetricSample> samples)
    {
        var times = samples.Select(sample => sample.Time).ToList();
        return times.Count < 2 ? 0 : (times.Max() - times.Min()) / NanosecondsInSecond;
    }

    private static double Growth(IEnumerable<MetricSample> samples, string attribute = "") => samples
        .Where(sample => sample.Attributes.Contains(attribute, StringComparison.Ordinal))
        .GroupBy(sample => sample.Attributes)
        .Sum(series => series.MaxBy(sample => sample.Time)!.Value - series.MinBy(sample => sample.Time)!.Value);
}
