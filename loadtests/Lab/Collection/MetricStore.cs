namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Stores the metrics of the services in bounded memory, one series for each service, instrument and set of attributes. A series
/// that exceeds its limit is thinned: every second stored sample is removed, and from then on half as many new samples are
/// stored. The stored samples are thus spread evenly over time. Safe for concurrent use.
/// </summary>
/// <param name="maxSeries">The maximum number of series; samples of further series are counted as dropped.</param>
public sealed class MetricStore(int maxSeries = 2_000, int samplesPerSeries = 600)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(string Service, string Name, string Attributes), MetricSeries> _series = [];
    private long _received;

    public MetricStoreCounts Counts =>
        _gate.Read(() => new MetricStoreCounts(_received, _series.Values.Sum(series => (long)series.Samples.Count)));

    public void Add(IReadOnlyCollection<MetricSample> samples)
    {
        using var scope = _gate.EnterScope();
        _received += samples.Count;
        foreach (var sample in samples)
        {
            AddNeedsLock(sample);
        }
    }

    /// <summary>The stored samples, series by series, each in order of arrival.</summary>
    public IReadOnlyList<MetricSample> Snapshot() =>
        _gate.Read<IReadOnlyList<MetricSample>>(() => [.. _series.Values.SelectMany(series => series.Samples)]);

    /// <summary>The newest sample of each series, even if thinning did not keep it.</summary>
    public IReadOnlyList<MetricSample> Latest() =>
        _gate.Read<IReadOnlyList<MetricSample>>(() => [.. _series.Values.Select(series => series.Latest)]);

    /// <summary>
    /// Removes the samples from before a moment, and the series without a newer one. Removed samples count neither as received
    /// nor as dropped.
    /// </summary>
    /// <param name="time">Unix time in nanoseconds.</param>
    public void RemoveBefore(long time)
    {
        using var scope = _gate.EnterScope();
        var before = _series.Values.Sum(series => series.Samples.Count);
        foreach (var (key, series) in _series)
        {
            series.RemoveBefore(time);
            if (series.Latest.Time < time)
            {
                _series.Remove(key);
            }
        }

        _received -= before - _series.Values.Sum(series => series.Samples.Count);
    }

    public void Clear()
    {
        using var scope = _gate.EnterScope();
        _series.Clear();
        _received = 0;
    }

    private void AddNeedsLock(MetricSample sample)
    {
        var key = (sample.Service, sample.Name, sample.Attributes);
        if (_series.TryGetValue(key, out var known))
        {
            known.Add(sample);
        }
        else if (_series.Count < maxSeries)
        {
            _series[key] = new MetricSeries(sample, samplesPerSeries);
        }
    }
}

/// <summary>
/// The received and stored samples of a <see cref="MetricStore"/> since it was created or cleared, without those that
/// <see cref="MetricStore.RemoveBefore"/> removed.
/// </summary>
public sealed record MetricStoreCounts(long Received, long Stored)
{
    /// <summary>Samples that thinning removed or skipped, and those of series beyond the maximum number.</summary>
    public long Dropped => Received - Stored;
}
