namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>Where the latency of the requests went around some percentiles of latency, on average.</summary>
/// <param name="Median">Of the requests between 45 % and 55 %.</param>
/// <param name="P90">Of those between 88 % and 92 %.</param>
/// <param name="P99">Of the slowest 2 %.</param>
public sealed record BreakdownByPercentile(BreakdownBand All, BreakdownBand Median, BreakdownBand P90, BreakdownBand P99)
{
    public IReadOnlyList<BreakdownBand> Bands => [All, Median, P90, P99];

    /// <summary>
    /// Null where there is nothing to go by. Extra traces are left out: percentiles are those of all requests.
    /// </summary>
    public static BreakdownByPercentile? FromRequests(IEnumerable<LatencyBreakdown> breakdowns)
    {
        LatencyBreakdown[] sorted = [.. breakdowns.Where(each => !each.Extra).OrderBy(each => each.LatencyMs)];
        return sorted.Length == 0
            ? null
            : new BreakdownByPercentile(
                BreakdownBand.FromSorted("all", sorted, 0, 100),
                BreakdownBand.FromSorted("p50", sorted, 45, 55),
                BreakdownBand.FromSorted("p90", sorted, 88, 92),
                BreakdownBand.FromSorted("p99", sorted, 98, 100));
    }
}

/// <summary>Requests of like latency. <paramref name="Mean"/> has the mean of each part.</summary>
public sealed record BreakdownBand(string Name, int Requests, LatencyBreakdown Mean)
{
    /// <summary>
    /// The share of latency that no part claims, from 0 to 1. What is too much and what is missing do not cancel out.
    /// </summary>
    public required double RestShare { get; init; }

    internal static BreakdownBand FromSorted(string name, ReadOnlySpan<LatencyBreakdown> sorted, int fromPercent, int toPercent)
    {
        // At least one request, however few there are.
        var first = Math.Min(sorted.Length - 1, sorted.Length * fromPercent / 100);
        var end = Math.Max(first + 1, ((sorted.Length * toPercent) + 99) / 100);
        var breakdown = sorted[first..end].ToArray();
        return new BreakdownBand(name, breakdown.Length, LatencyBreakdown.Mean(breakdown))
        {
            RestShare = breakdown.Sum(each => Math.Abs(each.Rest)) / breakdown.Sum(each => each.LatencyMs),
        };
    }
}
