namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// Converts the gateway's request counts by API key to rates: for the keys with the most requests so far, and for all other keys
/// together. The gateway sends the counts once a second if usage is enabled.
/// </summary>
internal sealed class UsageRates
{
    public const string MetricName = "gateway.usage.requests";
    public const string Others = "other keys";

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
            var key = sample.Attribute("key") ?? Others;
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
}
