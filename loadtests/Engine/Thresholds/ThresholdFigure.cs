namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>A figure of a run that a threshold can limit.</summary>
internal abstract class ThresholdFigure(string name, params IReadOnlyList<LimitUnit> units)
{
    public string Name => name;

    public IReadOnlyList<LimitUnit> Units => units;

    /// <summary>Null when nothing was measured for it.</summary>
    public abstract double? Measure(LoadFigures figures, LimitUnit unit);

    /// <summary>Why there is no value although requests were measured, as a clause; null otherwise.</summary>
    public virtual string? ReasonNotStated(LoadFigures figures) => null;

    /// <summary>Why the figure is infinite, as a clause; null if it never is.</summary>
    public virtual string? ReasonInfinite(LoadFigures figures) => null;

    /// <summary>The lowest value that the figure can still have at the end.</summary>
    public virtual double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => 0;

    /// <summary>The highest value that the figure can still have at the end.</summary>
    public virtual double Highest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => double.PositiveInfinity;

    /// <summary>The number of requests that may still come; null if it is unknown.</summary>
    protected static long? Remaining(LoadFigures figures, RunOutlook outlook) =>
        outlook.Requests is { } requests
            ? Math.Max(0, requests - figures.Completed - figures.Failed - figures.Dropped - figures.NotSent)
            : null;
}

/// <summary>A latency from the scheduled moment. Failed and unfinished requests count as infinitely slow.</summary>
/// <param name="percentile">The percentile that dropped arrivals may make impossible to state; null for none.</param>
/// <param name="of">The figure in microseconds; infinite when it falls among failures.</param>
/// <param name="atBest">The figure if a number of further requests took no time. The number is null if unknown.</param>
internal sealed class LatencyFigure(
    string name, double? percentile, Func<LatencyDistribution, double> of, Func<LatencyDistribution, long?, double> atBest)
    : ThresholdFigure(name, LimitUnit.Microseconds)
{
    public static LatencyFigure Mean { get; } = new("mean", null, MeanOf, (latency, more) => more is { } zeros
        ? MeanOf(latency) * latency.Count / (latency.Count + zeros)
        : latency.Failed > 0 ? double.PositiveInfinity : 0);

    public static LatencyFigure Max { get; } = new("max", 100, MaxOf, (latency, _) => MaxOf(latency));

    public static LatencyFigure Percentile(string name, double percentile) => new(
        name,
        percentile,
        latency => ValueAtRank(latency, LatencyHistogram.Rank(percentile, latency.Count)),
        (latency, more) => more is { } zeros ? AtBest(latency, percentile, zeros) : 0);

    public override double? Measure(LoadFigures figures, LimitUnit unit) =>
        ReasonNotStated(figures) is null && figures.Latency.Count > 0 ? of(figures.Latency) : null;

    public override string? ReasonNotStated(LoadFigures figures) =>
        percentile is { } known ? figures.Latency.WhyNotStated(known) : null;

    public override string? ReasonInfinite(LoadFigures figures) =>
        $"{figures.Latency.Failed:#,0} of {figures.Latency.Count:#,0} requests failed, timed out or were not answered";

    public override double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) =>
        figures.Latency.Count > 0 ? atBest(figures.Latency, Remaining(figures, outlook)) : 0;

    private static double MeanOf(LatencyDistribution latency) =>
        latency.Failed > 0 ? double.PositiveInfinity : latency.Successes.Mean;

    private static double MaxOf(LatencyDistribution latency) =>
        latency.Failed > 0 ? double.PositiveInfinity : latency.Successes.Max;

    private static double ValueAtRank(LatencyDistribution latency, long rank) =>
        rank > latency.Successes.Count ? double.PositiveInfinity : latency.Successes.ValueAtRank(rank);

    /// <summary>The zeros come before all values, so each value keeps its rank counted from the end.</summary>
    private static double AtBest(LatencyDistribution latency, double percentile, long zeros)
    {
        var rank = LatencyHistogram.Rank(percentile, latency.Count + zeros) - zeros;
        return rank <= 0 ? 0 : ValueAtRank(latency, rank);
    }
}
