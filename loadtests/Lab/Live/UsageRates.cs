namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// Converts the gateway's request counts by API key to rates: for the keys with the most requests so far, and for all other keys
/// together. The gateway sends the counts once a second if usage is enabled.
/// </summary>
internal sealed class UsageRates
{
    public const string MetricName = "gateway.usage.requests";
    public const string Others = "other keys";

    private const string KeyAttribute = "key=";
    private const int MaxKeys = 6;
    private const double NanosecondsPerSecond = 1e9;

    private readonly Dictionary<string, (long Time, double Count)> _last = [];
    private Dictionary<string, double> _perSecond = [];

    /// <param name="samples">The newest sample of each series. Without a new count, the rates stay the same.</param>
    /// <returns>Requests per second by the id of the key.</returns>
    public IReadOnlyDictionary<string, double> Read(IEnumerable<MetricSample> samples)
    {
        var rates = new List<(string Key, double Count, double PerSecond)>();
        foreach (var sample in samples.Where(sample => sample.Name == MetricName))
        {
            var key = KeyOf(sample);
            if (_last.TryGetValue(sample.Attributes, out var last) && sample.Time > last.Time && sample.Value >= last.Count)
            {
                rates.Add((key, sample.Value, (sample.Value - last.Count) / (sample.Time - last.Time) * NanosecondsPerSecond));
            }

            _last[sample.Attributes] = (sample.Time, sample.Value);
        }

        if (rates.Count > 0)
        {
            var most = rates.GroupBy(rate => rate.Key).OrderByDescending(key => key.Sum(rate => rate.Count))
                .Take(MaxKeys).Select(key => key.Key).ToHashSet();
            _perSecond = rates.GroupBy(rate => most.Contains(rate.Key) ? rate.Key : Others)
                .ToDictionary(key => key.Key, key => key.Sum(rate => rate.PerSecond));
        }

        return _perSecond;
    }

    private static string KeyOf(MetricSample sample) =>
        sample.Attributes.Split(',').FirstOrDefault(pair => pair.StartsWith(KeyAttribute, StringComparison.Ordinal))
            ?[KeyAttribute.Length..] ?? Others;
}

/// <summary>CPU and memory of processes between two readings. For a restarted process, the measurement starts again.</summary>
internal sealed class ProcessRates(TimeProvider time)
{
    private readonly Dictionary<string, (int ProcessId, long At, TimeSpan Cpu)> _last = [];

    public IReadOnlyList<LiveProcess> Read(IEnumerable<(string Name, int ProcessId)> processes) =>
        [.. processes.Select(process => Read(process.Name, process.ProcessId)).OfType<LiveProcess>()];

    private LiveProcess? Read(string name, int id)
    {
        // Until its parent waits for it, a process that has ended is still listed, without memory.
        if (ProcessReading.Find(id) is not { MemoryMiB: > 0 } reading)
        {
            return null;
        }

        var now = time.GetTimestamp();
        var known = _last.TryGetValue(name, out var last) && last.ProcessId == id;
        _last[name] = (id, now, reading.Cpu);
        return known
            ? new LiveProcess(name, (reading.Cpu - last.Cpu) / time.GetElapsedTime(last.At, now), reading.MemoryMiB)
            : null;
    }
}
