namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>The mean latency breakdown of the requests around some percentiles of latency.</summary>
/// <param name="Median">The breakdown of requests between 45 % and 55 %.</param>
/// <param name="P90">The breakdown of requests between 88 % and 92 %.</param>
/// <param name="Slowest">The breakdown of the slowest 2 %.</param>
public sealed record BreakdownByPercentile(BreakdownBand All, BreakdownBand Median, BreakdownBand P90, BreakdownBand Slowest)
{
    /// <summary>The usual unexplained share of latency, from 0 to 1. A lack of CPU makes it larger.</summary>
    public const double MaxMedianRestShare = 0.02;
    public const double MaxSlowestRestShare = 0.05;

    public bool IsExplained => Median.RestShare <= MaxMedianRestShare && Slowest.RestShare <= MaxSlowestRestShare;

    /// <summary>Null without requests. Extra traces are left out, since percentiles are of all requests.</summary>
    public static BreakdownByPercentile? FromRequests(IEnumerable<LatencyBreakdown> breakdowns)
    {
        LatencyBreakdown[] sorted = [.. breakdowns.Where(each => !each.Extra).OrderBy(each => each.LatencyMs)];
        return sorted.Length == 0
            ? null
            : new BreakdownByPercentile(
                BreakdownBand.FromSorted("all", sorted, 0, 100),
                BreakdownBand.FromSorted("around p50", sorted, 45, 55),
                BreakdownBand.FromSorted("around p90", sorted, 88, 92),
                BreakdownBand.FromSorted("slowest 2 %", sorted, 98, 100));
    }
}

/// <summary>Requests of similar latency. <paramref name="Mean"/> has the mean of each part.</summary>
/// <param name="RestShare">The share of latency, from 0 to 1, that the parts do not explain. Missing and excess time do not
/// cancel each other out.</param>
public sealed record BreakdownBand(string Name, int Requests, LatencyBreakdown Mean, double RestShare)
{
    internal static BreakdownBand FromSorted(string name, ReadOnlySpan<LatencyBreakdown> sorted, int fromPercent, int toPercent)
    {
        // At least one request, even in a small sample.
        var first = Math.Min(sorted.Length - 1, sorted.Length * fromPercent / 100);
        var end = Math.Max(first + 1, ((sorted.Length * toPercent) + 99) / 100);
        var breakdown = sorted[first..end].ToArray();
        var restShare = breakdown.Sum(each => Math.Abs(each.Rest)) / breakdown.Sum(each => each.LatencyMs);
        return new BreakdownBand(name, breakdown.Length, LatencyBreakdown.Mean(breakdown), restShare);
    }
}
