using DroneDelivery.LoadTests.Lab.Caching;

namespace DroneDelivery.Lab.Tests.Caching;

public sealed class CachingLabTests
{
    [Theory]
    [InlineData("none", "none", "none")]
    [InlineData("service", "memory", "none")]
    [InlineData("gateway-cold", "none", "gateway")]
    [InlineData("gateway-warmed", "none", "gateway")]
    public void Scenario_OfAVariant_HasItsCachesAndNoShedding(string name, string service, string gateway)
    {
        var scenario = CachingLab.ScenarioOf(CachingLab.Find(name)!);

        Assert.Equal(service, scenario.DeliveryFlags["--cache"]);
        Assert.Equal((gateway, "none"), (scenario.GatewayFlags["--cache"], scenario.GatewayFlags["--shedding"]));
    }

    [Fact]
    public void Choose_NamesInAnyOrder_AreRunInTheStudysOrder()
    {
        Assert.Equal([CachingLab.None, CachingLab.GatewayCold], CachingLab.Choose(["gateway-cold", "none"]));
        Assert.Equal(CachingLab.Variants, CachingLab.Choose([]));
    }

    [Fact]
    public void Breakpoint_OfFiveMinutes_AsksForWhatTheStudyAsked()
    {
        var profile = CachingLoad.Breakpoint(CachingLoad.Full);
        var warmUp = CachingLoad.WarmUp(CachingLoad.Full);

        Assert.Equal((150_000.0, 1_000), (profile.Arrivals.Expected, profile.MaxInFlight));
        Assert.Equal(
            [1_000, 10_000, 1_000],
            new[]
            {
                CachingLoad.MaxInFlightOf(CachingLab.GatewayCold, CachingArrivals.Iteration),
                CachingLoad.MaxInFlightOf(CachingLab.GatewayWarmed, CachingArrivals.Iteration),
                CachingLoad.MaxInFlightOf(CachingLab.GatewayWarmed, CachingArrivals.Report),
            });
        Assert.Equal((600.0, TimeSpan.FromMinutes(1)), (warmUp.Arrivals.Expected, warmUp.Duration));
    }
}
