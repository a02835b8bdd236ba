namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>How many independent values a correlated series is worth, when a line is drawn through it.</summary>
/// <remarks>
/// n (1 - r) / (1 + r), with r the correlation of neighbours: Santer and others, Statistical significance of trends and trend
/// differences in layer-average atmospheric temperature time series, Journal of Geophysical Research 105 (2000). Around a line
/// fitted to few values r comes out too low, by (2 + 4 r) / n (van Giersbergen, On the effect of deterministic terms on
/// the bias in stable AR models, Economics Letters 89, 2005), which is put right first.
/// </remarks>
internal static class EffectiveCount
{
    private const double Constant = 2;
    private const double Slope = 4;

    /// <param name="residuals">In order of time, not all zero.</param>
    /// <returns>From nearly zero to their number: that neighbours differ more than others earns nothing.</returns>
    public static double Of(IReadOnlyList<double> residuals)
    {
        var count = residuals.Count;
        var neighbours = residuals.Zip(residuals.Skip(1)).Sum(pair => pair.First * pair.Second);
        var measured = neighbours / residuals.Sum(residual => residual * residual);
        var correlation = Math.Clamp(((count * measured) + Constant) / (count - Slope), 0, 1);
        return count * (1 - correlation) / (1 + correlation);
    }
}
