namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>The metrics that the services exported.</summary>
internal sealed class MetricEvidence(IReadOnlyList<MetricSample> samples)
{
    // The timestamps of one export differ by microseconds; exports are a second apart.
    private const long SameExportNanoseconds = 300_000_000;

    private readonly ILookup<(string Service, string Name), MetricSample> _samples =
        samples.ToLookup(sample => (sample.Service, sample.Name));

    private readonly Dictionary<(string Service, string? Instance), long> _firstExport =
        samples
            .GroupBy(sample => (sample.Service, Metric.Instance(sample)))
            .ToDictionary(instance => instance.Key, instance => instance.Min(sample => sample.Time));

    /// <summary>The values of a gauge by second, summed over its series: instances export at different moments.</summary>
    public IReadOnlyList<double> Gauge(string service, string name, Func<MetricSample, bool>? which = null)
    {
        var selected = _samples[(service, name)].Where(sample => which is null || which(sample)).ToList();
        var start = selected.Select(sample => sample.Time).DefaultIfEmpty().Min();
        return
        [
            .. MetricSample
                .SumBySecond(selected, series => series.Select(sample => ((int)((sample.Time - start) / 1e9), sample.Value)))
                .OrderBy(each => each.Second)
                .Select(each => each.Value),
        ];
    }

    /// <summary>The growth of a counter. A series that starts after its instance's first export counts from zero.</summary>
    public double Growth(string service, string name, Func<MetricSample, bool>? which = null) => _samples[(service, name)]
        .Where(sample => which is null || which(sample))
        .GroupBy(sample => sample.Attributes)
        .Sum(series =>
        {
            var first = series.MinBy(sample => sample.Time)!;
            var wasThere = first.Time - _firstExport[(service, Metric.Instance(first))] < SameExportNanoseconds;
            return (wasThere ? 0 : first.Value) + MetricSample.Growth(series);
        });
}
