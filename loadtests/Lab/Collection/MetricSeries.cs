namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The samples of one series, at most <paramref name="limit"/>, evenly spread over the time since the first.</summary>
internal sealed class MetricSeries(MetricSample first, int limit)
{
    private List<MetricSample> _samples = [first];
    private int _stride = 1;
    private int _skipped;

    public MetricSample Latest { get; private set; } = first;

    public IReadOnlyList<MetricSample> Samples => _samples;

    public void RemoveBefore(long time) => _samples.RemoveAll(sample => sample.Time < time);

    public void Add(MetricSample sample)
    {
        // Equal strings are stored once for each series.
        Latest = sample with { Service = Latest.Service, Name = Latest.Name, Attributes = Latest.Attributes };
        if (++_skipped < _stride)
        {
            return;
        }

        _skipped = 0;
        _samples.Add(Latest);
        if (_samples.Count > limit)
        {
            _samples = [.. _samples.Where((_, index) => index % 2 == 0)];
            _stride *= 2;
        }
    }
}
