namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A run's seconds in equal slots of its load, so that runs of different length can be laid side by side.</summary>
internal sealed class SlottedRun(IReadOnlyList<RunSecond> seconds, int slots)
{
    private readonly int[] _slotOf =
    [
        .. Enumerable.Range(0, seconds.Count).Select(second => (int)((long)second * slots / seconds.Count)),
    ];

    /// <summary>A figure as a function of how often each slot counts; null where the run does not have what it takes.</summary>
    public Func<int[], double>? WeightedFigure(RunMetric metric) => metric.Percentile is { } percentile
        ? Percentile(percentile)
        : Quotient(metric.Part!);

    private Func<int[], double>? Quotient(Func<RunSecond, Ratio> part)
    {
        Ratio[] parts = [.. seconds.Select(part)];
        return parts.Sum(each => each.Above) > 0 ? weights => Quotient(parts, weights) : null;
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

    private Func<int[], double>? Percentile(double percentile)
    {
        var sorted = seconds
            .SelectMany((second, index) => second.LatenciesMs.Select(latency => (Latency: latency, Slot: _slotOf[index])))
            .OrderBy(request => request.Latency)
            .ToArray();
        return sorted.Length > 0 ? weights => Percentile(sorted, weights, percentile) : null;
    }

    private static double Percentile((double Latency, int Slot)[] sorted, int[] weights, double percentile)
    {
        var all = sorted.Sum(request => (long)weights[request.Slot]);
        var left = percentile * all;
        foreach (var (latency, slot) in sorted)
        {
            left -= weights[slot];
            if (left <= 0)
            {
                return latency;
            }
        }

        return double.NaN;
    }
}
