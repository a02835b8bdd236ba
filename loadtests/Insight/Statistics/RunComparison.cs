using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// Compares two single runs. What chance does within a run is drawn again from its seconds, in blocks, the same places of the
/// load for both runs, as load and latency grow along it. What chance does from one run to the next cannot be seen in single
/// runs: a stated allowance stands for it.
/// </summary>
public static class RunComparison
{
    /// <summary>The coefficient of variation that is allowed for between repeats of one and the same run.</summary>
    public const double BetweenRuns = 0.02;

    private const int MostDegrees = 1_000;

    /// <summary>Every figure that both runs have. Percentiles need requests that were kept one by one.</summary>
    /// <param name="betweenRuns">In place of <see cref="BetweenRuns"/>, where it has been measured.</param>
    public static IReadOnlyList<MetricComparison> FromRuns(
        RunRecord recordA,
        RunSamples samplesA,
        RunRecord recordB,
        RunSamples samplesB,
        double betweenRuns = BetweenRuns,
        ulong seed = Bootstrap.DefaultSeed)
    {
        var (secondsA, secondsB) = (RunSecond.FromRun(recordA, samplesA), RunSecond.FromRun(recordB, samplesB));
        var slots = Math.Min(secondsA.Count, secondsB.Count);
        if (slots == 0)
        {
            return [];
        }

        var blocks = new MovingBlocks(slots);
        var weights = Draw(blocks, seed);
        var (a, b) = (new SlottedRun(secondsA, slots), new SlottedRun(secondsB, slots));
        return
        [
            .. from metric in RunMetric.All
               let values = (A: metric.Value(recordA), B: metric.Value(recordB))
               where values is { A: > 0, B: > 0 }
               let shift = ShiftOf(
                   Math.Log(values.B / values.A), a.WeightedFigure(metric), b.WeightedFigure(metric), weights, blocks.Count - 1, betweenRuns)
               where shift is not null
               select new MetricComparison(metric, Comparison.FromShift(values.A, values.B, shift, metric.Better), null, null),
        ];
    }

    private static int[][] Draw(MovingBlocks blocks, ulong seed)
    {
        var random = new SeededRandom(seed);
        return [.. Enumerable.Range(0, Bootstrap.Resamples).Select(_ => blocks.Draw(random))];
    }

    private static LogShift? ShiftOf(
        double shift, Func<int[], double>? a, Func<int[], double>? b, int[][] weights, int degreesWithin, double betweenRuns)
    {
        if (a is null || b is null)
        {
            return null;
        }

        double[] drawn = [.. weights.Select(each => Math.Log(b(each) / a(each))).Where(double.IsFinite)];
        return drawn.Length < 2
            ? null
            : Combine(shift, ArrayStatistics.Variance(drawn), 2 * betweenRuns * betweenRuns, Math.Max(1, degreesWithin));
    }

    /// <summary>The allowance is taken as known; the degrees of freedom are Satterthwaite's.</summary>
    private static LogShift Combine(double shift, double within, double between, int degreesWithin)
    {
        var variance = within + between;
        var degrees = within > 0
            ? (int)Math.Min(MostDegrees, degreesWithin * variance * variance / (within * within))
            : MostDegrees;
        var error = Math.Sqrt(variance);
        var reach = TTest.Critical(1 - Bootstrap.Level, degrees) * error;
        return new LogShift(shift, new Interval(shift - reach, shift + reach), shift / error, error, degrees);
    }
}
