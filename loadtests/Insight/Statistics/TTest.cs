namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Two-sided tests with Student's t-distribution.</summary>
public static class TTest
{
    /// <summary>The probability of a value further from zero than <paramref name="t"/>, on either side.</summary>
    public static double PValue(double t, double degreesOfFreedom) => 2 * StudentT.CDF(0, 1, degreesOfFreedom, -Math.Abs(t));

    /// <summary>The distance from zero that values exceed, on either side, with probability <paramref name="chance"/>.</summary>
    public static double Critical(double chance, double degreesOfFreedom) => -StudentT.InvCDF(0, 1, degreesOfFreedom, chance / 2);
}
