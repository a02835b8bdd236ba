namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The normal distribution.</summary>
internal static class NormalShare
{
    /// <summary>The share of values that lie below so many standard deviations from the mean; off by less than 1e-7.</summary>
    /// <remarks>Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.</remarks>
    public static double Below(double deviations)
    {
        var t = 1 / (1 + (0.2316419 * Math.Abs(deviations)));
        var sum = t * (0.319381530 + (t * (-0.356563782 + (t * (1.781477937 + (t * (-1.821255978 + (t * 1.330274429))))))));
        var beyond = sum * Math.Exp(-deviations * deviations / 2) / Math.Sqrt(2 * Math.PI);
        return deviations < 0 ? beyond : 1 - beyond;
    }
}
