using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// Compares two single runs. Latencies are those of every request that was sent. A moving-block bootstrap over the seconds gives
/// the variation within the runs; both runs use the same resampled positions, because load and latency rise along a run. Single
/// runs do not show the variation between runs, so an assumed one is added.
/// </summary>
public static class RunComparison
{
    /// <summary>The assumed coefficient of variation between repeated runs of the same variant.</summary>
    public const double BetweenRuns = 0.02;

    /// <summary>Why a figure has no interval and no verdict.</summary>
    public const string NoInterval = "A single run without this figure second by second does not show how much it varies: "
        + "compare two or more runs of each side.";

    /// <summary>What the intervals of single runs cover, as a clause.</summary>
    public static string IntervalBasis { get; } = "an interval covers chance within a run, by resampling its seconds in blocks, "
        + $"and allows {Share(BetweenRuns)} for differences between runs";

    private const int MaxDegreesOfFreedom = 1_000;

    /// <summary>
    /// Compares every figure that both runs have. One that a run does not have second by second, for percentiles as a
    /// distribution, gets no verdict.
    /// </summary>
    /// <param name="metrics">Only these figures; null for all.</param>
    public static IReadOnlyList<MetricComparison> FromRuns(
        RunRecord recordA, RunSamples samplesA, RunRecord recordB, RunSamples samplesB, IReadOnlyList<RunMetric>? metrics = null)
    {
        var (secondsA, secondsB) = (RunSecond.FromRun(recordA, samplesA), RunSecond.FromRun(recordB, samplesB));
        var slots = Math.Min(secondsA.Count, secondsB.Count);
        var failsMore = new RunGroups([recordA], [recordB]).FailsMoreInB;
        var blocks = new MovingBlocks(Math.Max(1, slots));
        var weights = blocks.Resample();
        var (a, b) = (new SlottedRun(secondsA, slots), new SlottedRun(secondsB, slots));
        return
        [
            .. from metric in metrics ?? RunMetric.All
               let values = (A: metric.Value(recordA), B: metric.Value(recordB))
               where values is { A: > 0, B: > 0 }
               let drawn = slots == 0
                   ? null
                   : ResampledFigures.Draw(a.WeightedFigure(metric), b.WeightedFigure(metric), weights)
               let comparison = drawn is null
                   ? Comparison.WithoutInterval(values.A, values.B)
                   : Comparison.FromShift(values.A, values.B, ShiftOf(values, drawn.Variance), metric.Better)
               select new MetricComparison(
                   metric,
                   comparison
                       .WithLowerBounds(
                           metric.IsLowerBound(recordA) || drawn?.IsOpenA == true,
                           metric.IsLowerBound(recordB) || drawn?.IsOpenB == true)
                       .WithFailures(metric.IsLatency && failsMore),
                   null,
                   null),
        ];

        LogShift ShiftOf((double A, double B) values, double variance) => Combine(
            Math.Log(values.B / values.A), variance, 2 * BetweenRuns * BetweenRuns, Math.Max(1, blocks.Count - 1));
    }

    /// <summary>Adds both variances. The one between runs counts as known; degrees of freedom by Satterthwaite.</summary>
    internal static LogShift Combine(double shift, double within, double between, int degreesWithin)
    {
        var variance = within + between;
        var degrees = within > 0
            ? (int)Math.Min(MaxDegreesOfFreedom, degreesWithin * variance * variance / (within * within))
            : MaxDegreesOfFreedom;
        var error = Math.Sqrt(variance);
        var reach = TTest.Critical(1 - Bootstrap.Level, degrees) * error;
        return new LogShift(shift, new Interval(shift - reach, shift + reach), shift / error, error, degrees);
    }

    /// <summary>The result of the resampling of one figure of both runs.</summary>
    /// <param name="Variance">The variance of the logarithm of B divided by A.</param>
    /// <param name="IsOpenA">The upper end of A's interval falls among requests without an answer, so it is not known.</param>
    private sealed record ResampledFigures(double Variance, bool IsOpenA, bool IsOpenB)
    {
        /// <summary>Null if a run does not have the figure.</summary>
        public static ResampledFigures? Draw(
            Func<int[], (double Value, bool AtLeast)>? a, Func<int[], (double Value, bool AtLeast)>? b, int[][] weights)
        {
            if (a is null || b is null)
            {
                return null;
            }

            var drawn = weights.Select(each => (A: a(each), B: b(each))).ToList();
            double[] shifts = [.. drawn.Select(each => Math.Log(each.B.Value / each.A.Value)).Where(double.IsFinite)];
            return shifts.Length < 2
                ? null
                : new ResampledFigures(
                    ArrayStatistics.Variance(shifts),
                    Bootstrap.IsOpen(drawn.Count(each => each.A.AtLeast)),
                    Bootstrap.IsOpen(drawn.Count(each => each.B.AtLeast)));
        }
    }
}

/// <summary>Resamples the positions of a series in blocks of neighbours, because consecutive seconds are correlated.</summary>
internal sealed class MovingBlocks(int places)
{
    private const int MinBlockLength = 4;

    /// <summary>The block length. It grows with the cube root of the series, as in theory: 5 for 45 s, 12 for 480 s.</summary>
    public int Length { get; } = Math.Min(places, Math.Max(MinBlockLength, (int)Math.Round(1.5 * Math.Cbrt(places))));

    public int Count => (places + Length - 1) / Length;

    /// <summary>The weights of the positions in each resample of an interval.</summary>
    public int[][] Resample()
    {
        var random = new SeededRandom(Bootstrap.DefaultSeed);
        return [.. Enumerable.Range(0, Bootstrap.Resamples).Select(_ => Draw(random))];
    }

    /// <summary>How often each position was drawn; the sum is the number of positions.</summary>
    public int[] Draw(SeededRandom random)
    {
        var weights = new int[places];
        for (var left = places; left > 0; left -= Length)
        {
            var start = random.Next(places - Length + 1);
            for (var place = start; place < start + Math.Min(Length, left); place++)
            {
                weights[place]++;
            }
        }

        return weights;
    }
}
