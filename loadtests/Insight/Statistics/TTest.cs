using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Two-sided tests with Student's distribution.</summary>
public static class TTest
{
    /// <summary>The chance that a value lies further from zero than <paramref name="t"/>, on either side.</summary>
    public static double PValue(double t, double degreesOfFreedom) =>
        2 * StudentT.CDF(0, 1, degreesOfFreedom, -Math.Abs(t));

    /// <summary>The distance from zero that <paramref name="chance"/> of all values exceed, on both sides together.</summary>
    public static double Critical(double chance, double degreesOfFreedom) =>
        -StudentT.InvCDF(0, 1, degreesOfFreedom, chance / 2);
}
