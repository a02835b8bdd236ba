using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageLatencyTests
{
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1_000, 0)]
    [InlineData(1_001, 1)]
    [InlineData(2_500_000, 5)]
    [InlineData(2_500_001, 6)]
    public void ClassOf_Latency_IsTheFirstThatItIsWithin(long microseconds, int expected) =>
        Assert.Equal(expected, UsageLatency.ClassOf(microseconds));

    [Theory]
    [InlineData(0.5, 1)]
    [InlineData(0.9, 25)]
    [InlineData(0.99, null)]
    public void Quantile_OfCounts_IsTheEndOfItsClass(double quantile, int? expected) =>
        Assert.Equal(expected, UsageLatency.QuantileAtMostMs([50, 0, 40, 0, 0, 0, 10], quantile));

    [Fact]
    public void Quantile_OfNothing_IsUnknown() => Assert.Null(UsageLatency.QuantileAtMostMs(new long[7], 0.5));
}
