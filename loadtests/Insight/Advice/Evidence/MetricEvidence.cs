namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>The metrics that the services exported.</summary>
public sealed class MetricEvidence(IReadOnlyList<MetricSample> samples)
{
    // The timestamps of one export differ by microseconds; exports are a second apart.
    private const long SameExportNanoseconds = 300_000_000;

    private readonly ILookup<(string Service, string Name), MetricSample> _samples =
        samples.ToLookup(sample => (sample.Service, sample.Name));

    private readonly Dictionary<(string Service, string? Instance), long> _firstExport =
        samples
            .GroupBy(sample => (sample.Service, Metric.Instance(sample)))
            .ToDictionary(instance => instance.Key, instance => instance.Min(sample => sample.Time));

    public IEnumerable<string> Services => samples.Select(sample => sample.Service).Distinct();

    public bool Has(params IEnumerable<string> names) => samples.Any(sample => names.Contains(sample.Name));

    public bool Has(string service, params IEnumerable<string> names) => names.Any(name => _samples.Contains((service, name)));

    /// <summary>The mean of the highest third of the values of the series that has the highest; null without values.</summary>
    public double? Highest(string service, string name, Func<MetricSample, bool>? which = null) => _samples[(service, name)]
        .Where(sample => which is null || which(sample))
        .GroupBy(sample => sample.Attributes)
        .Max(series => (double?)series.Select(sample => sample.Value)
            .OrderDescending().Take((int)Math.Ceiling(series.Count() / 3.0)).Average());

    /// <summary>The growth of a counter in each second between its first and its last sample; 0 without two samples.</summary>
    public double Rate(string service, string name)
    {
        var times = _samples[(service, name)].Select(sample => sample.Time).DefaultIfEmpty().ToList();
        var seconds = (times.Max() - times.Min()) / 1e9;
        return seconds > 0 ? Growth(service, name) / seconds : 0;
    }

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
