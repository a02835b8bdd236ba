using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Intervals from drawing again, with replacement, from what was measured. The same seed draws the same.</summary>
public static class Bootstrap
{
    public const double Level = 0.95;
    public const ulong DefaultSeed = 20_260_101;

    /// <summary>Draws of one interval: its ends are then stable to about a tenth of its width.</summary>
    internal const int Draws = 2_000;

    /// <summary>
    /// The percentile interval of a statistic. For the median of five values it runs from about the smallest to the largest,
    /// which holds the true median 94 times in 100.
    /// </summary>
    /// <exception cref="ArgumentException">There are no samples.</exception>
    public static Interval Interval(
        IReadOnlyList<double> samples,
        Func<IReadOnlyList<double>, double> statistic,
        ulong seed = DefaultSeed,
        double level = Level)
    {
        var random = new SeededRandom(seed);
        var drawn = new double[samples.Count];
        var values = new double[Draws];
        for (var draw = 0; draw < Draws; draw++)
        {
            for (var i = 0; i < drawn.Length; i++)
            {
                drawn[i] = samples[random.Next(samples.Count)];
            }

            values[draw] = statistic(drawn);
        }

        return OfDraws(values, level);
    }

    /// <summary>What lies between the tails. Sorts the values.</summary>
    internal static Interval OfDraws(double[] values, double level)
    {
        Array.Sort(values);
        return new Interval(Quantile.OfSorted(values, (1 - level) / 2), Quantile.OfSorted(values, (1 + level) / 2));
    }
}
