using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// Compares two single runs. Latencies, and their spread, are those of every request that was sent. What chance does within a run
/// is drawn again from its seconds, in blocks, the same places of the load for both runs, as load and latency grow along it. What
/// chance does from one run to the next cannot be seen in single runs: a stated allowance stands for it.
/// </summary>
public static class RunComparison
{
    /// <summary>The coefficient of variation that is allowed for between repeats of one and the same run.</summary>
    public const double BetweenRuns = 0.02;

    private const int MostDegrees = 1_000;

    /// <summary>Every figure that both runs have. Percentiles need the distribution of each second.</summary>
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
               let drawn = DrawnFigures.Draw(a.WeightedFigure(metric), b.WeightedFigure(metric), weights)
               where drawn is not null
               let shift = Combine(
                   Math.Log(values.B / values.A), drawn.Variance, 2 * betweenRuns * betweenRuns, Math.Max(1, blocks.Count - 1))
               let comparison = Comparison.FromShift(values.A, values.B, shift, metric.Better)
               select new MetricComparison(
                   metric,
                   comparison.WithLowerBounds(
                       metric.IsLowerBound(recordA) || drawn.IsOpenA, metric.IsLowerBound(recordB) || drawn.IsOpenB),
                   null,
                   null),
        ];
    }

    private static int[][] Draw(MovingBlocks blocks, ulong seed)
    {
        var random = new SeededRandom(seed);
        return [.. Enumerable.Range(0, Bootstrap.Resamples).Select(_ => blocks.Draw(random))];
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

    /// <summary>A figure of both runs, drawn again many times.</summary>
    /// <param name="Variance">Of the logarithm of B divided by A.</param>
    /// <param name="IsOpenA">
    /// The upper end of A's interval falls among requests without an answer: how long it is, is not known.
    /// </param>
    private sealed record DrawnFigures(double Variance, bool IsOpenA, bool IsOpenB)
    {
        /// <summary>Null where a run does not have the figure.</summary>
        public static DrawnFigures? Draw(
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
                : new DrawnFigures(
                    ArrayStatistics.Variance(shifts),
                    IsOpen(drawn.Count(each => each.A.AtLeast)),
                    IsOpen(drawn.Count(each => each.B.AtLeast)));

            bool IsOpen(int atLeast) => atLeast > drawn.Count * (1 - Bootstrap.Level) / 2;
        }
    }
}

/// <summary>
/// Draws places of a series again in blocks of neighbours, as what happens in one second still shows in the next.
/// </summary>
internal sealed class MovingBlocks(int places)
{
    private const int ShortestBlock = 4;

    /// <summary>Grows with the third root of the length, the rate that theory asks for: 5 of 45 seconds, 12 of 480.</summary>
    public int Length { get; } = Math.Min(places, Math.Max(ShortestBlock, (int)Math.Round(1.5 * Math.Cbrt(places))));

    public int Count => (places + Length - 1) / Length;

    /// <summary>How often each place was drawn; as many in all as there are places.</summary>
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
