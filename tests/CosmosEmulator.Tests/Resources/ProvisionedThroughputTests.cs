using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Tests.Resources;

/// <summary>The documented limits.</summary>
public sealed class ProvisionedThroughputTests
{
    [Theory]
    [InlineData(400, 400)]
    [InlineData(40_000, 400)]
    [InlineData(40_100, 500)]
    [InlineData(50_000, 500)]
    [InlineData(100_000, 1_000)]
    public void Min_OfManualThroughput_IsAHundredthOfTheHighest(int highestEver, int expected) =>
        Assert.Equal(expected, ProvisionedThroughput.Manual(400).FindMin(highestEver));

    [Theory]
    [InlineData(1_000, 1_000)]
    [InlineData(20_000, 2_000)]
    [InlineData(50_000, 5_000)]
    [InlineData(54_000, 5_000)]
    [InlineData(55_000, 6_000)]
    [InlineData(150_000, 15_000)]
    public void Min_OfAutoscale_IsATenthOfTheHighest(int highestEver, int expected) =>
        Assert.Equal(expected, ProvisionedThroughput.Autoscale(1_000).FindMin(highestEver));

    [Theory]
    [InlineData(400, 400, 1_000)]
    [InlineData(10_000, 10_000, 10_000)]
    [InlineData(4_500, 4_500, 5_000)]
    [InlineData(900, 54_000, 5_000)]
    public void Autoscale_InPlaceOfManualThroughput_HasItsMaximumFromBoth(int manual, int highestEver, int expected) =>
        Assert.Equal(ProvisionedThroughput.Autoscale(expected), ProvisionedThroughput.Manual(manual).ToAutoscale(highestEver));

    [Theory]
    [InlineData(400, false)]
    [InlineData(1_000_000, false)]
    [InlineData(1_000, true)]
    [InlineData(1_000_000, true)]
    public void Throughput_WithinItsLimits_HasNoFault(int requestUnitsPerSecond, bool isAutoscale) =>
        Assert.Null(new ProvisionedThroughput(requestUnitsPerSecond, isAutoscale).FindFault());

    [Theory]
    [InlineData(300, false, "multiple of 100, from 400")]
    [InlineData(450, false, "multiple of 100")]
    [InlineData(1_000_100, false, "1000000")]
    [InlineData(400, true, "multiple of 1000, from 1000")]
    [InlineData(4_100, true, "multiple of 1000")]
    public void Throughput_BeyondItsLimits_HasAFaultThatNamesThem(int requestUnitsPerSecond, bool isAutoscale, string expected)
    {
        var fault = new ProvisionedThroughput(requestUnitsPerSecond, isAutoscale).FindFault();

        Assert.Contains($" {requestUnitsPerSecond} ", fault);
        Assert.Contains(expected, fault);
    }
}
