using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// The shift between two groups of a few repeats. The estimate is the median of all differences between a value of B and a
/// value of A (Hodges and Lehmann). The interval is a studentised bootstrap over the pooled residuals of both groups. The
/// statistic is that of Student's t-test.
/// </summary>
internal static class RepeatShift
{
    /// <summary>The relative error of percentiles, and the minimum standard deviation of repeats.</summary>
    private const double Resolution = 0.001;

    public static LogShift Estimate(double[] a, double[] b, ulong seed)
    {
        var (meanA, meanB) = (a.Average(), b.Average());
        var error = StandardError(a, b);
        var shift = MedianDifference(a, b, new double[a.Length * b.Length]);
        double[] residuals = [.. a.Select(value => value - meanA), .. b.Select(value => value - meanB)];
        var drawn = Studentised(residuals, a.Length, b.Length, new SeededRandom(seed));
        var tails = Bootstrap.BetweenTails(drawn);
        return new LogShift(
            shift,
            new Interval(shift - (tails.High * error), shift - (tails.Low * error)),
            (meanB - meanA) / error,
            error,
            a.Length + b.Length - 2);
    }

    /// <summary>Shifts divided by their standard errors, of groups resampled from one population.</summary>
    private static double[] Studentised(double[] residuals, int countA, int countB, SeededRandom random)
    {
        var (a, b, differences) = (new double[countA], new double[countB], new double[countA * countB]);
        var drawn = new double[Bootstrap.Resamples];
        for (var draw = 0; draw < drawn.Length; draw++)
        {
            Fill(a, residuals, random);
            Fill(b, residuals, random);
            drawn[draw] = MedianDifference(a, b, differences) / StandardError(a, b);
        }

        return drawn;
    }

    private static void Fill(double[] group, double[] residuals, SeededRandom random)
    {
        for (var i = 0; i < group.Length; i++)
        {
            group[i] = residuals[random.Next(residuals.Length)];
        }
    }

    private static double MedianDifference(double[] a, double[] b, double[] differences)
    {
        for (var i = 0; i < a.Length; i++)
        {
            for (var j = 0; j < b.Length; j++)
            {
                differences[(i * b.Length) + j] = b[j] - a[i];
            }
        }

        return ArrayStatistics.MedianInplace(differences);
    }

    /// <summary>The standard error of the difference of the means, from the pooled variance of both groups.</summary>
    private static double StandardError(double[] a, double[] b)
    {
        var squares = ((a.Length - 1) * ArrayStatistics.Variance(a)) + ((b.Length - 1) * ArrayStatistics.Variance(b));
        var variance = squares / (a.Length + b.Length - 2);
        return Math.Sqrt(Math.Max(variance, Resolution * Resolution) * ((1.0 / a.Length) + (1.0 / b.Length)));
    }
}

/// <summary>The difference of B and A on a logarithmic scale, with its uncertainty.</summary>
/// <param name="Statistic">The statistic of Student's t-test.</param>
/// <param name="Interval">The 95 % interval of the shift.</param>
internal sealed record LogShift(double Shift, Interval Interval, double Statistic, double StandardError, int DegreesOfFreedom)
{
    private const double MissedShare = 0.05;

    /// <summary>Whether the shift is significant: chance alone makes one as large with at most the given probability.</summary>
    public bool IsSeen(double falseAlarmChance) =>
        !Interval.Contains(0)
        && Math.Sign(Statistic) == Math.Sign(Shift)
        && TTest.PValue(Statistic, DegreesOfFreedom) <= falseAlarmChance;

    /// <summary>The true shift that is found in 95 of 100 comparisons (power 0.95).</summary>
    public double DetectableShift(double falseAlarmChance) =>
        StandardError * (TTest.Critical(falseAlarmChance, DegreesOfFreedom) + TTest.Critical(2 * MissedShare, DegreesOfFreedom));
}
