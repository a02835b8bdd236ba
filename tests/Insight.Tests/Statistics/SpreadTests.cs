using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class SpreadTests
{
    [Theory]
    [InlineData(new double[] { 1, 2, 3 }, 0.5)]
    [InlineData(new double[] { 6, 6, 6 }, 0)]
    [InlineData(new double[] { -1, 0, 1 }, 0)]
    [InlineData(new double[] { -1, -3 }, 0)]
    public void CoefficientOfVariation_Values_IsDeviationOverAPositiveMean(double[] values, double expected) =>
        Assert.Equal(expected, Spread.CoefficientOfVariation(values), 9);
}
