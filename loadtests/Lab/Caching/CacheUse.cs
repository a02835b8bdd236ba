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

        var (requests, refreshes) = ($"{service}.cache.requests", $"{service}.cache.refreshes");
        var counts = Results.ToDictionary(
            result => result, result => evidence.Growth(service, requests, sample => sample.Attribute("result") == result));
        counts[Refreshes] = evidence.Growth(service, refreshes);
        return new CacheUse(
            counts,
            [
                .. counts.Keys.Index().Select(each => Line(
                    run.Record.Manifest.StartedAt, each.Item, Series.Class(each.Index),
                    run.Samples.Metrics.Where(sample => sample.Name == (each.Item == Refreshes ? refreshes : requests)
                        && (each.Item == Refreshes || sample.Attribute("result") == each.Item)))),
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
