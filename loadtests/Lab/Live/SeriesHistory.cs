namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// The last points of every series, in bounded memory: each series is one ring buffer. Not safe for concurrent use;
/// <see cref="LiveFeed"/> holds the lock.
/// </summary>
/// <param name="capacity">The number of points kept for each series.</param>
/// <param name="maxSeries">The maximum number of series; further series are left out.</param>
internal sealed class SeriesHistory(int capacity, int maxSeries)
{
    private readonly long[] _times = new long[capacity];
    private readonly Dictionary<string, float[]> _series = [];
    private int _next;
    private int _count;

    /// <summary>Adds one point to each series in <paramref name="values"/>. The others have no point at this time.</summary>
    /// <param name="time">Unix time in ms.</param>
    public void Add(long time, IEnumerable<KeyValuePair<string, float>> values)
    {
        _times[_next] = time;
        foreach (var series in _series.Values)
        {
            series[_next] = float.NaN;
        }

        foreach (var (name, value) in values)
        {
            if (FindOrMake(name) is { } series)
            {
                series[_next] = value;
            }
        }

        _next = (_next + 1) % capacity;
        _count = Math.Min(_count + 1, capacity);
    }

    /// <summary>The oldest point first.</summary>
    public HistoryRecord Snapshot() => new(
        [.. Unrolled(_times)],
        _series.ToDictionary(
            series => series.Key,
            series => (IReadOnlyList<float?>)[.. Unrolled(series.Value).Select(PointOrNull)]));

    private float[]? FindOrMake(string name)
    {
        if (!_series.TryGetValue(name, out var series) && _series.Count < maxSeries)
        {
            series = _series[name] = new float[capacity];
            Array.Fill(series, float.NaN);
        }

        return series;
    }

    private static float? PointOrNull(float value) => float.IsNaN(value) ? null : value;

    private IEnumerable<T> Unrolled<T>(T[] ring) =>
        Enumerable.Range(_next - _count + capacity, _count).Select(index => ring[index % capacity]);
}

/// <summary>The points of all series at shared times, which are Unix times in ms; null for a missing point.</summary>
internal sealed record HistoryRecord(IReadOnlyList<long> Times, IReadOnlyDictionary<string, IReadOnlyList<float?>> Series);
