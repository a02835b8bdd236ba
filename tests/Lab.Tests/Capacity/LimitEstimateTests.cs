using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class LimitEstimateTests
{
    [Theory]
    [InlineData(90, 100, 120, 90, 120)]
    [InlineData(99.5, 100, 100.5, 99, 101)]
    [InlineData(104, 100, 110, 99, 110)]
    [InlineData(90, 100, 96, 90, 101)]
    public void Between_AnInterval_IncludesTheRateAndOnePercent(double low, double rate, double high, double newLow, double newHigh)
    {
        var estimate = LimitEstimate.Between(low, rate, high);

        Assert.Equal((newLow, rate, newHigh), (estimate.Low, estimate.Rate, estimate.High));
        Assert.Equal((newHigh - newLow) / 200, estimate.Uncertainty, 12);
    }
}
