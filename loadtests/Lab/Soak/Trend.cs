namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>How a figure changes with time: a line through its means in equal intervals of the run.</summary>
/// <remarks>
/// Neighbouring seconds are correlated: memory rises and falls with each garbage collection. Means over much longer intervals
/// are nearly independent (batch means: Law, Simulation Modeling and Analysis, 5th edition, 2015, section 9.5.3), but those of
/// a figure that drifts slowly are not. The 95 % interval of the slope therefore uses the number of independent means, see
/// <see cref="EffectiveCount"/>, for the spread around the line and for the degrees of freedom.
/// </remarks>
/// <param name="PerHour">The slope per hour, in the figure's unit.</param>
/// <param name="Low">The lower end of the slope's 95 % interval; <paramref name="High"/> is the upper end.</param>
public sealed record Trend(double Mean, double PerHour, double Low, double High)
{
    private const int Periods = 20;
    private const int MinPerPeriod = 2;
    private const int MinEffective = 4;
    private const int OfALine = 2;
    private const double Chance = 0.05;
    private const double SecondsInHour = 3_600;

    /// <summary>The share of the mean below which a difference is rounding of doubles.</summary>
    private const double Rounding = 1e-9;

    /// <summary>Whether zero lies outside the interval.</summary>
    public bool IsSeen => Low > Rounding * Math.Abs(Mean) || High < -Rounding * Math.Abs(Mean);

    /// <param name="samples">Samples that are evenly spaced in time.</param>
    /// <returns>Null if there are too few samples, or if too few of their means are independent.</returns>
    public static Trend? FromPoints(IReadOnlyList<(double Second, double Value)> samples)
    {
        if (samples.Count < Periods * MinPerPeriod)
        {
            return null;
        }

        var mean = samples.Average(sample => sample.Value);
        List<(double X, double Y)> means = [.. Enumerable.Range(0, Periods).Select(each => MeanOf(samples, each))];
        var line = new StraightLine(means);
        var x = means.Average(point => point.X);
        double[] residuals = [.. means.Select(line.Residual)];
        var effective = residuals.All(residual => Math.Abs(residual) <= Rounding * Math.Abs(mean))
            ? Periods
            : EffectiveCount.Estimate(residuals);
        if (effective < MinEffective)
        {
            return null;
        }

        var freedom = effective - OfALine;
        var error = Math.Sqrt(residuals.Sum(each => each * each) / freedom / means.Sum(point => (point.X - x) * (point.X - x)));
        var uncertainty = TTest.Critical(Chance, (int)freedom) * error * SecondsInHour;
        var slope = line.Slope * SecondsInHour;
        return new Trend(mean, slope, slope - uncertainty, slope + uncertainty);
    }

    private static (double X, double Y) MeanOf(IReadOnlyList<(double Second, double Value)> samples, int period)
    {
        var (from, to) = (samples.Count * period / Periods, samples.Count * (period + 1) / Periods);
        var part = Enumerable.Range(from, to - from).Select(each => samples[each]).ToList();
        return (part.Average(sample => sample.Second), part.Average(sample => sample.Value));
    }
}

/// <summary>The number of independent values with the same information as a correlated series around a line.</summary>
/// <remarks>
/// n (1 - r) / (1 + r), where r is the correlation of neighbours: Santer and others, Statistical significance of trends and
/// trend differences in layer-average atmospheric temperature time series, Journal of Geophysical Research 105 (2000). Around a
/// line fitted to few values the measured r is too low by (2 + 4 r) / n (van Giersbergen, On the effect of deterministic terms
/// on the bias in stable AR models, Economics Letters 89, 2005); this bias is corrected first.
/// </remarks>
internal static class EffectiveCount
{
    private const double Constant = 2;
    private const double Slope = 4;

    /// <param name="residuals">The deviations from the line in order of time, not all zero.</param>
    /// <returns>From nearly zero to the number of residuals: a negative correlation counts as zero.</returns>
    public static double Estimate(IReadOnlyList<double> residuals)
    {
        var count = residuals.Count;
        var neighbours = residuals.Zip(residuals.Skip(1)).Sum(pair => pair.First * pair.Second);
        var measured = neighbours / residuals.Sum(residual => residual * residual);
        var correlation = Math.Clamp(((count * measured) + Constant) / (count - Slope), 0, 1);
        return count * (1 - correlation) / (1 + correlation);
    }
}
