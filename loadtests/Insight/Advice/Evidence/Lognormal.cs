using MathNet.Numerics.Integration;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>A lognormal distribution, given by its mean and the standard deviation of its logarithm.</summary>
internal readonly record struct Lognormal(double Mean, double Sigma)
{
    private const int Intervals = 400;
    private const double Widest = 8;

    // The standard normal distribution's quantile at 0.9; the one at 0.1 is its negative.
    private const double NinetiethOfNormal = 1.2815515655;

    /// <summary>
    /// The mean as measured; the width from the 10th and 90th percentile, so that a few outliers do not widen it. Zero without
    /// samples.
    /// </summary>
    public static Lognormal Fit(IEnumerable<double> samples)
    {
        var sorted = samples.Where(sample => sample > 0).Order().ToArray();
        return sorted.Length == 0
            ? default
            : new(sorted.Average(), Math.Log(At(sorted, 0.9) / At(sorted, 0.1)) / (2 * NinetiethOfNormal));
    }

    /// <summary>
    /// The mean of the largest of <paramref name="count"/> independent draws: the integral of 1 - F(x)^n, by Simpson's rule over
    /// z = (ln x - mu) / sigma.
    /// </summary>
    public double MeanOfLargest(int count)
    {
        if (count <= 1 || Sigma <= 0)
        {
            return Mean;
        }

        var (mu, sigma) = (Math.Log(Mean) - (Sigma * Sigma / 2), Sigma);
        var (from, to) = (-Widest, Widest + sigma);
        var integral = SimpsonRule.IntegrateComposite(
            z => (1 - Math.Pow(Normal.CDF(0, 1, z), count)) * sigma * Math.Exp(mu + (sigma * z)), from, to, Intervals);

        // Below the first point the integrand is 1, so its integral is that point's x.
        return Math.Exp(mu + (sigma * from)) + integral;
    }

    private static double At(double[] sorted, double share) => sorted[(int)Math.Round((sorted.Length - 1) * share)];
}
