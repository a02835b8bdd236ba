namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

internal static class Normal
{
    /// <summary>
    /// The standard normal distribution function, by formula 7.1.26 of Abramowitz and Stegun for erf; off by at most 1.5e-7.
    /// </summary>
    public static double Cumulative(double z)
    {
        var x = Math.Abs(z) / Math.Sqrt(2);
        var t = 1 / (1 + (0.3275911 * x));
        var polynomial = t
            * (0.254829592 + (t * (-0.284496736 + (t * (1.421413741 + (t * (-1.453152027 + (t * 1.061405429))))))));
        var half = polynomial * Math.Exp(-x * x) / 2;
        return z < 0 ? half : 1 - half;
    }
}
