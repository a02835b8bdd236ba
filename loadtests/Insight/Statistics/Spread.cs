using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>How far values lie from their mean.</summary>
public static class Spread
{
    /// <summary>Standard deviation over mean; 0 where the mean is not above zero.</summary>
    public static double CoefficientOfVariation(double[] values)
    {
        var (mean, deviation) = values.MeanStandardDeviation();
        return mean > 0 ? deviation / mean : 0;
    }
}
