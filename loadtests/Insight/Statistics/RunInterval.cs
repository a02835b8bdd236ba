using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// The 95 % interval of a figure of one run, from the same resampling and the same assumed variation between runs as in
/// <see cref="RunComparison"/>. It is too wide if the load changes during the run: the seconds then differ by more than chance.
/// </summary>
/// <param name="Range">In the unit of the figure; null without an interval.</param>
/// <param name="WhyNone">Why there is no interval, as a clause; null if there is one.</param>
public sealed record RunInterval(Interval? Range, string? WhyNone)
{
    /// <summary>An interval for each of the figures.</summary>
    public static IReadOnlyList<RunInterval> FromRun(RunRecord record, RunSamples samples, IReadOnlyList<RunMetric> metrics)
    {
        var seconds = RunSecond.FromRun(record, samples);
        var blocks = new MovingBlocks(Math.Max(1, seconds.Count));
        var (run, weights) = (new SlottedRun(seconds, seconds.Count), blocks.Resample());
        return [.. metrics.Select(Find)];

        RunInterval Find(RunMetric metric)
        {
            var value = metric.Value(record);
            var drawn = run.WeightedFigure(metric) is { } figure ? weights.Select(figure).ToList() : [];
            double[] logarithms = [.. drawn.Select(each => Math.Log(each.Value)).Where(double.IsFinite)];
            var whyNone = metric.WhyNotStated(record) ?? (
                !(value > 0) ? "no request has it"
                : drawn.Count == 0 ? "the run does not have it second by second"
                : blocks.Count < 2 || logarithms.Length < 2 ? "the run is too short to show how much its seconds vary"
                : metric.IsLowerBound(record) || Bootstrap.IsOpen(drawn.Count(each => each.AtLeast))
                ? "its upper end is not known, because requests timed out or were not answered"
                : null);
            return new RunInterval(whyNone is null ? Around(value, ArrayStatistics.Variance(logarithms)) : null, whyNone);
        }

        Interval Around(double value, double variance)
        {
            var (low, high) = RunComparison.Combine(
                Math.Log(value), variance, RunComparison.BetweenRuns * RunComparison.BetweenRuns, blocks.Count - 1).Interval;
            return new Interval(Math.Exp(low), Math.Exp(high));
        }
    }
}
