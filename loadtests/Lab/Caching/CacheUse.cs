using DroneDelivery.LoadTests.Insight.Advice.Evidence;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>What the cache of a run did, by the metrics of the service that has it.</summary>
/// <param name="Counts">Requests by result, and the refreshes of the cache.</param>
/// <param name="Lines">The same in each second.</param>
public sealed record CacheUse(IReadOnlyDictionary<string, double> Counts, IReadOnlyList<ChartLine> Lines)
{
    public const string Hits = "hit";
    public const string Misses = "miss";
    public const string Stale = "stale";
    public const string Refreshes = "refreshes";
    public const string FromDisk = "from disk";

    private const string Passed = "passed";

    private static readonly string[] Results = [Hits, Stale, Misses, Passed];
    private static readonly string[] Services = ["gateway", "delivery"];

    /// <summary>The share of requests, 0 to 1, that were answered from the cache, fresh or stale.</summary>
    public double? HitShare => Results.Sum(Counts.GetValueOrDefault) is > 0 and var all
        ? (Counts.GetValueOrDefault(Hits) + Counts.GetValueOrDefault(Stale)) / all
        : null;

    /// <summary>Null without a cache, or without metrics.</summary>
    public static CacheUse? FromRun(RunData run)
    {
        var evidence = new MetricEvidence(run.Samples.Metrics);
        if (Services.FirstOrDefault(service => evidence.Has(service, $"{service}.cache.requests")) is not { } service)
        {
            return null;
        }

        List<(string Name, string Metric, string? Result)> counters =
        [
            .. Results.Select(result => (result, $"{service}.cache.requests", (string?)result)),
            (Refreshes, $"{service}.cache.refreshes", null),
            (FromDisk, $"{service}.cache.disk.reads", null),
        ];
        counters.RemoveAll(counter => counter.Name == FromDisk && !evidence.Has(service, counter.Metric));
        return new CacheUse(
            counters.ToDictionary(
                counter => counter.Name,
                counter => evidence.Growth(service, counter.Metric, sample => sample.Attribute("result") == counter.Result)),
            [
                .. counters.Select((counter, index) => Line(
                    run.Record.Manifest.StartedAt, counter.Name, Series.Class(index),
                    run.Samples.Metrics.Where(sample =>
                        sample.Name == counter.Metric && sample.Attribute("result") == counter.Result))),
            ]);
    }

    private static ChartLine Line(DateTimeOffset start, string name, string cssClass, IEnumerable<MetricSample> samples) => new(
        name,
        cssClass,
        [
            .. MetricSample.SumBySecond(samples, series => MetricSample.GrowthBySecond(series, start))
                .Where(each => each.Second >= 0)
                .OrderBy(each => each.Second)
                .Select(each => new ChartPoint(each.Second, each.Value)),
        ]);
}
