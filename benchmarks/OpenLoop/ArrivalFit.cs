namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>
/// Tests whether moments are those of a Poisson process, or are even. A fit is the probability of seeing data at least as unusual
/// by chance. With many gaps even a slight deviation has a low probability; the distance shows its size.
/// </summary>
public static class ArrivalFit
{
    /// <summary>The gaps between consecutive moments; the first gap counts from 0.</summary>
    /// <param name="moments">In any order.</param>
    public static IReadOnlyList<double> Gaps(IEnumerable<double> moments)
    {
        double[] ordered = [.. moments.Order()];
        return [.. ordered.Prepend(0).Zip(ordered, (before, moment) => moment - before)];
    }

    /// <summary>The share of gaps, from 0 to 1, that equal the expected gap within a tolerance.</summary>
    /// <param name="gap">In the unit of <paramref name="gaps"/>.</param>
    /// <param name="tolerance">As a share of <paramref name="gap"/>.</param>
    public static double ShareOfEvenGaps(IReadOnlyList<double> gaps, double gap, double tolerance) =>
        gaps.Count(each => Math.Abs(each - gap) <= tolerance * gap) / (double)gaps.Count;

    /// <summary>
    /// Kolmogorov and Smirnov's test of gaps against an exponential distribution with a given mean. For 35 gaps or more. It
    /// uses the limit distribution (Kolmogorov 1933) with Stephens' correction for the number of gaps (1970).
    /// </summary>
    /// <param name="gaps">In the unit of <paramref name="mean"/>.</param>
    public static double ExponentialGaps(IReadOnlyList<double> gaps, double mean)
    {
        var root = Math.Sqrt(gaps.Count);
        return KolmogorovTail((root + 0.12 + (0.11 / root)) * ExponentialDistance(gaps, mean));
    }

    /// <summary>The largest difference, from 0 to 1, of the gaps' distribution function from the exponential one.</summary>
    /// <inheritdoc cref="ExponentialGaps"/>
    public static double ExponentialDistance(IReadOnlyList<double> gaps, double mean)
    {
        double[] sorted = [.. gaps.Order()];
        var distance = 0.0;
        for (var i = 0; i < sorted.Length; i++)
        {
            var expected = 1 - Math.Exp(-sorted[i] / mean);
            var (below, above) = ((double)i / sorted.Length, (i + 1.0) / sorted.Length);
            distance = Math.Max(distance, Math.Max(expected - below, above - expected));
        }

        return distance;
    }

    /// <summary>
    /// Fisher's dispersion test of counts in windows of equal length: their variance divided by their mean is 1 for Poisson
    /// arrivals, less for too even arrivals and more for bursts. Two-sided, by Wilson and Hilferty's normal approximation of
    /// chi squared (1931).
    /// </summary>
    public static double PoissonCounts(IReadOnlyList<int> counts)
    {
        var (mean, freedom) = (counts.Average(), counts.Count - 1);
        var chiSquared = counts.Sum(count => (count - mean) * (count - mean)) / mean;
        var variance = 2.0 / (9 * freedom);
        var normal = (Math.Cbrt(chiSquared / freedom) - (1 - variance)) / Math.Sqrt(variance);
        return 2 * NormalTail(Math.Abs(normal));
    }

    private static double KolmogorovTail(double x) => Math.Clamp(
        2 * Enumerable.Range(1, 100).Sum(k => (k % 2 == 1 ? 1 : -1) * Math.Exp(-2 * k * k * x * x)), 0, 1);

    /// <summary>Abramowitz and Stegun's formula 26.2.17; its error is below 7.5e-8.</summary>
    private static double NormalTail(double x)
    {
        double[] coefficients = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530];
        var t = 1 / (1 + (0.2316419 * x));
        var polynomial = coefficients.Aggregate(0.0, (sum, coefficient) => (sum + coefficient) * t);
        return polynomial * Math.Exp(-x * x / 2) / Math.Sqrt(2 * Math.PI);
    }
}
