using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Intervals from resampling of measured values with replacement. The same seed gives the same interval.</summary>
public static class Bootstrap
{
    public const double Level = 0.95;
    public const ulong DefaultSeed = 20_260_101;

    /// <summary>The number of resamples for one interval: its ends are stable to about 10 % of its width.</summary>
    internal const int Resamples = 2_000;

    /// <summary>The percentile interval of the resampled values of a statistic. Sorts <paramref name="values"/>.</summary>
    internal static Interval BetweenTails(double[] values, double level = Level)
    {
        Array.Sort(values);
        return new Interval(Quantile(values, (1 - level) / 2), Quantile(values, (1 + level) / 2));
    }

    /// <summary>Whether the upper end of an interval is not known, because it falls among lower bounds.</summary>
    /// <param name="atLeast">The number of resampled values that are lower bounds.</param>
    internal static bool IsOpen(int atLeast) => atLeast > Resamples * (1 - Level) / 2;

    private static double Quantile(double[] sorted, double share) =>
        SortedArrayStatistics.QuantileCustom(sorted, share, QuantileDefinition.R7);
}
