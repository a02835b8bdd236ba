using DroneDelivery.LoadTests.Insight.Advice.Evidence;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// Metrics of a process's .NET runtime during the measured load. The process exports them once a second, so that totals miss up
/// to a second at either end. A process without a free thread exports nothing.
/// </summary>
/// <param name="MetricsSeconds">The time from the first to the last export, which all other figures cover.</param>
/// <param name="Queue">The maximum number of work items that waited for a thread of the pool.</param>
/// <param name="WorkItemsPerSecond">Work items that the pool finished per second.</param>
/// <param name="Collections">Garbage collections of generations 0, 1 and 2; each counts in one generation only.</param>
/// <param name="PauseShare">The share of the time in which the garbage collector paused all threads.</param>
public sealed record PoolFigures(
    double MetricsSeconds, double Queue, double WorkItemsPerSecond, IReadOnlyList<double> Collections, double PauseShare)
{
    private const string QueueLength = "dotnet.thread_pool.queue.length";
    private const string WorkItems = "dotnet.thread_pool.work_item.count";
    private const string CollectionCount = "dotnet.gc.collections";
    private const string PauseTime = "dotnet.gc.pause.time";
    private const int Generations = 3;
    private const double NanosecondsInSecond = 1e9;

    /// <summary>Null if the process exported metrics less than twice.</summary>
    public static PoolFigures? FromRun(RunRecord record, RunSamples samples, string service)
    {
        List<MetricSample> measured = [.. Measured(record, samples, service)];
        var (evidence, seconds) = (new MetricEvidence(measured), SecondsBetween(measured.Where(each => each.Name == WorkItems)));
        return seconds <= 0
            ? null
            : new PoolFigures(
                seconds,
                measured.Where(each => each.Name == QueueLength).Select(each => each.Value).DefaultIfEmpty().Max(),
                evidence.Rate(service, WorkItems),
                [.. Enumerable.Range(0, Generations).Select(number => evidence.Growth(
                    service, CollectionCount, each => each.Attribute("gc.heap.generation") == $"gen{number}"))],
                evidence.Growth(service, PauseTime) / seconds);
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
}
