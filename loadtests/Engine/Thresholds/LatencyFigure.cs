using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>
/// A latency of successes, from the scheduled moment on; requests without an answer count with what they had waited.
/// </summary>
/// <param name="of">The figure in microseconds.</param>
/// <param name="atBest">The same if so many more answers took no time at all; null where their number is not known.</param>
internal sealed class LatencyFigure(
    string name, Func<LatencyHistogram, double> of, Func<LatencyHistogram, long?, double> atBest) : ThresholdFigure(name)
{
    public static LatencyFigure Mean { get; } = new(
        "mean",
        latency => latency.Mean,
        (latency, more) => more is { } zeros ? latency.Mean * latency.Count / (latency.Count + zeros) : 0);

    public static LatencyFigure Max { get; } = new("max", latency => latency.Max, (latency, _) => latency.Max);

    public override IReadOnlyList<LimitUnit> Units { get; } = [LimitUnit.Microseconds];

    public static LatencyFigure Percentile(string name, double percentile) => new(
        name,
        latency => latency.ValueAtPercentile(percentile),
        (latency, more) => more is { } zeros ? AtBest(latency, percentile, zeros) : 0);

    public override double? Of(LoadFigures figures, LimitUnit unit) => figures.Latency.Count > 0 ? of(figures.Latency) : null;

    public override double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) =>
        figures.Latency.Count > 0 ? atBest(figures.Latency, Remaining(figures, outlook)) : 0;

    /// <summary>With more zeros in front of them, the values keep the same places counted from the end.</summary>
    private static double AtBest(LatencyHistogram latency, double percentile, long zeros)
    {
        var total = latency.Count + zeros;
        var rank = Math.Ceiling((percentile / 100 * total) - 1e-6) - zeros;
        return rank <= 0 ? 0 : latency.ValueAtPercentile(rank / latency.Count * 100);
    }
}
