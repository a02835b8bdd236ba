using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Holds what the services measured of themselves, series by series (service, instrument, attributes), in bounded memory. A
/// series that grows too long is thinned: every other sample goes, and from then on only every other one is taken, so that what
/// stays is spread evenly over time. Safe for concurrent use.
/// </summary>
public sealed class MetricStore(MetricStoreLimits limits)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(string Service, string Name, string Attributes), MetricSeries> _series = [];
    private long _received;
    private long _refused;

    public MetricStore()
        : this(new MetricStoreLimits())
    {
    }

    public MetricStoreCounts Counts
    {
        get
        {
            lock (_gate)
            {
                return new MetricStoreCounts(_received, _series.Values.Sum(series => (long)series.Count), _refused);
            }
        }
    }

    public void Add(IReadOnlyCollection<MetricSample> samples)
    {
        lock (_gate)
        {
            _received += samples.Count;
            foreach (var sample in samples)
            {
                AddNeedsLock(sample);
            }
        }
    }

    /// <summary>The kept samples, series by series, each in the order in which they came.</summary>
    public IReadOnlyList<MetricSample> Snapshot()
    {
        lock (_gate)
        {
            return [.. _series.Values.SelectMany(series => series.Samples)];
        }
    }

    /// <summary>The newest sample of each series, thinned out or not.</summary>
    public IReadOnlyList<MetricSample> Latest()
    {
        lock (_gate)
        {
            return [.. _series.Values.Select(series => series.Latest)];
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            _series.Clear();
            _received = _refused = 0;
        }
    }

    private void AddNeedsLock(MetricSample sample)
    {
        var key = (sample.Service, sample.Name, sample.Attributes);
        if (_series.TryGetValue(key, out var known))
        {
            known.Add(sample);
        }
        else if (_series.Count < limits.Series)
        {
            _series[key] = new MetricSeries(sample, limits.SamplesPerSeries);
        }
        else
        {
            _refused++;
        }
    }
}

/// <summary>What a <see cref="MetricStore"/> may hold.</summary>
public sealed record MetricStoreLimits
{
    public int Series { get; init; } = 2_000;

    public int SamplesPerSeries { get; init; } = 600;
}

/// <summary>What a <see cref="MetricStore"/> was given and what it holds of it, since it was made or cleared.</summary>
/// <param name="Refused">Samples of further series when there were too many already; what else is missing was thinned
/// out.</param>
public sealed record MetricStoreCounts(long Received, long Kept, long Refused)
{
    public long Dropped => Received - Kept;
}
