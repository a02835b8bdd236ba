namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// The figures of the database from the metrics of the service that calls it, for a run whose database has no counters to read.
/// A service exports once a second. The first export is the starting point: the calls before it are not counted.
/// </summary>
public static class CosmosMetrics
{
    private const string Charge = "azure.cosmosdb.client.request.charge";
    private const string Calls = "azure.cosmosdb.client.request.duration.count";
    private const long Second = 1_000_000_000;

    /// <param name="container">Its description, without counts.</param>
    /// <param name="partitions">The number of its physical partitions.</param>
    /// <returns>The description with counts; unchanged if the SDK made no HTTP calls, as in Direct mode.</returns>
    public static CosmosRecord Count(IReadOnlyList<MetricSample> metrics, CosmosRecord container, int partitions)
    {
        var starts = metrics.GroupBy(each => each.Service).ToDictionary(each => each.Key, each => each.Min(first => first.Time));
        var steps = metrics.Where(sample => sample.Name is Charge or Calls
                && sample.Attribute("db.collection.name") == container.Container)
            .GroupBy(sample => (sample.Service, sample.Name, sample.Attributes))
            .SelectMany(series => Steps([.. series.OrderBy(sample => sample.Time)], starts[series.Key.Service]));
        return CosmosCalls.Count(container, steps, container.ProvisionedRequestUnitsPerSecond / partitions);
    }

    /// <summary>The growth of a series in each second. One that is not in the first export starts from zero.</summary>
    private static IEnumerable<CosmosCalls> Steps(IReadOnlyList<MetricSample> series, long start)
    {
        var last = SecondOf(series[0]) == 0 ? series[0] : series[0] with { Value = 0, Time = series[0].Time - Second };
        foreach (var sample in series.Where(sample => sample.Time > last.Time))
        {
            // Several seconds, if the series was thinned or an export was late; the second before, if the next one was early.
            var from = Math.Min(SecondOf(last), Math.Max(0, SecondOf(sample) - 1));
            var to = Math.Max(from + 1, SecondOf(sample));
            for (var second = from; second < to; second++)
            {
                yield return Read(sample, second, sample.GrowthSince(last) / (to - from));
            }

            last = sample;
        }

        int SecondOf(MetricSample sample) => (int)Math.Round((sample.Time - start) / (double)Second);
    }

    private static CosmosCalls Read(MetricSample sample, int second, double growth)
    {
        var status = sample.Attribute("db.response.status_code") ?? "0";
        var (calls, units) = sample.Name == Charge ? (0.0, growth) : (growth, 0.0);
        return new CosmosCalls(second, status, sample.Attribute("azure.cosmosdb.partition_key_range.id"), calls, units)
        {
            IsPlan = sample.Attribute("db.operation.name") == "query_plan",
            IsThrottled = status == CosmosRecord.Throttled,
        };
    }
}
