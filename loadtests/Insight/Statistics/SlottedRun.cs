namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The seconds of a run in a number of equal slots, so that runs of different length can be compared.</summary>
internal sealed class SlottedRun(IReadOnlyList<RunSecond> seconds, int slots)
{
    private readonly int[] _slotOf = [.. seconds.Select((_, second) => (int)((long)second * slots / seconds.Count))];

    /// <summary>
    /// A function from the weight of each slot to the figure. AtLeast is true if the figure falls among requests without an
    /// answer, which count as longer than any other. Null if the run does not have the data.
    /// </summary>
    public Func<int[], (double Value, bool AtLeast)>? WeightedFigure(RunMetric metric) => metric.Percentile is { } percentile
        ? Percentile(percentile)
        : Quotient(metric.Part!);

    private Func<int[], (double Value, bool AtLeast)>? Quotient(Func<RunSecond, Ratio> part)
    {
        Ratio[] parts = [.. seconds.Select(part)];
        return parts.Sum(each => each.Above) > 0 ? weights => (Quotient(parts, weights), AtLeast: false) : null;
    }

    private double Quotient(Ratio[] parts, int[] weights)
    {
        var (above, below) = (0.0, 0.0);
        for (var second = 0; second < parts.Length; second++)
        {
            above += weights[_slotOf[second]] * parts[second].Above;
            below += weights[_slotOf[second]] * parts[second].Below;
        }

        return below > 0 ? above / below : double.NaN;
    }

    private Func<int[], (double Value, bool AtLeast)>? Percentile(double percentile)
    {
        if (seconds.Any(second => second.Latency is null) || seconds.All(second => second.Latency!.Count == 0))
        {
            return null;
        }

        var known = Descending(latency => [latency.Successes, latency.Failures]);
        var all = Descending(latency => [latency.All()]);
        return weights =>
        {
            var (ofKnown, ofAll) = (Count(known, weights), Count(all, weights));
            var rank = LatencyHistogram.Rank(percentile, ofAll);
            return rank <= ofKnown
                ? (ValueAtRank(known, weights, ofKnown, rank), false)
                : (ValueAtRank(all, weights, ofAll, rank), true);
        };
    }

    /// <summary>The buckets of all seconds, the longest latency first, in milliseconds.</summary>
    private (double Ms, int Slot, long Count)[] Descending(Func<LatencyDistribution, IEnumerable<LatencyHistogram>> parts) =>
    [
        .. seconds
            .SelectMany((second, index) => parts(second.Latency!)
                .SelectMany(part => part.Buckets())
                .Select(bucket => (Ms: bucket.To / 1_000.0, Slot: _slotOf[index], bucket.Count)))
            .OrderByDescending(bucket => bucket.Ms),
    ];

    private static long Count((double Ms, int Slot, long Count)[] buckets, int[] weights)
    {
        var count = 0L;
        foreach (var bucket in buckets)
        {
            count += weights[bucket.Slot] * bucket.Count;
        }

        return count;
    }

    private static double ValueAtRank((double Ms, int Slot, long Count)[] descending, int[] weights, long count, long rank)
    {
        var left = count - rank + 1;
        foreach (var bucket in descending)
        {
            left -= weights[bucket.Slot] * bucket.Count;
            if (left <= 0)
            {
                return bucket.Ms;
            }
        }

        return double.NaN;
    }
}
