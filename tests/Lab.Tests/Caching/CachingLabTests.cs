using DroneDelivery.LoadTests.Lab.Caching;

namespace DroneDelivery.Lab.Tests.Caching;

public sealed class CachingLabTests
{
    [Theory]
    [InlineData("none", "none", "none", "on", "none")]
    [InlineData("service", "memory", "none", "on", "none")]
    [InlineData("service-redis", "redis", "none", "on", "none")]
    [InlineData("gateway-cold", "none", "gateway", "on", "none")]
    [InlineData("gateway-stampede", "none", "gateway", "off", "none")]
    [InlineData("gateway-stampede-shedding", "none", "gateway", "off", "adaptive")]
    [InlineData("gateway-warmed", "none", "gateway", "on", "none")]
    public void Scenario_OfAVariant_HasItsCachesAndShedding(
        string name, string service, string gateway, string coalescing, string shedding)
    {
        var variant = CachingLab.Find(name)!;
        var scenario = CachingLab.ScenarioOf(variant, variant.UsesRedis ? "127.0.0.1:6380" : null);

        Assert.Equal(service, scenario.DeliveryFlags["--cache"]);
        Assert.Equal(variant.UsesRedis ? "127.0.0.1:6380" : null, scenario.DeliveryFlags.GetValueOrDefault("--redis"));
        Assert.Equal(
            (gateway, coalescing, shedding),
            (scenario.GatewayFlags["--cache"], scenario.GatewayFlags["--cache-coalescing"], scenario.GatewayFlags["--shedding"]));
    }

    [Fact]
    public void Scenario_OfTheVariantOnDisk_IsTheWarmedOneWithAFolder()
    {
        var warmed = new Dictionary<string, string>(CachingLab.ScenarioOf(CachingLab.GatewayWarmed).GatewayFlags);

        Assert.Equal(
            new Dictionary<string, string>(warmed) { ["--cache-folder"] = "/answers" },
            new Dictionary<string, string>(CachingLab.ScenarioOf(CachingLab.GatewayDisk, folder: "/answers").GatewayFlags));
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
