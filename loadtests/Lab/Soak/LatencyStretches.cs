namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>The latency of all requests in equal intervals of the run.</summary>
internal static class LatencyStretches
{
    /// <param name="seconds">The latency distribution of each second of the run.</param>
    /// <param name="count">The number of intervals; at most one for each second.</param>
    public static IEnumerable<SoakSeries> Series(IReadOnlyDictionary<int, byte[]> seconds, int count)
    {
        var stretches = seconds.OrderBy(second => second.Key)
            .GroupBy(second => (int)((long)second.Key * Math.Min(count, seconds.Count) / seconds.Count))
            .Select(stretch => (
                Middle: stretch.Average(second => second.Key) + 0.5, Latency: Merged(stretch.Select(second => second.Value))))
            .Where(stretch => stretch.Latency.Count + stretch.Latency.Dropped > 0)
            .ToList();
        return [ForPercentile(50), ForPercentile(99)];

        SoakSeries ForPercentile(double percentile) => new(
            "requests",
            $"p{percentile}",
            "ms",
            [
                .. from stretch in stretches
                   let value = stretch.Latency.Percentile(percentile)
                   select new SoakPoint(stretch.Middle, value.Milliseconds, value.AtLeast),
            ]);
    }

    private static LatencyDistribution Merged(IEnumerable<byte[]> seconds)
    {
        var latency = new LatencyDistribution();
        foreach (var second in seconds)
        {
            latency.Merge(LatencyDistribution.FromBytes(second));
        }

        return latency;
    }
}
