using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadLabTests
{
    [Fact]
    public void Shapes_FullStep_IsThreeTimesTheCapacityForAMinute()
    {
        var step = OverloadLab.Shapes(full: true).Single(shape => shape.Name == OverloadLab.Step);

        Assert.Equal(new OverloadStep(3, TimeSpan.FromMinutes(1)), step.Steps[^1]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Shapes_Ladder_GoesFromHalfToFourTimes(bool full)
    {
        var rungs = OverloadLab.Shapes(full).Single(shape => shape.Name == OverloadLab.Ladder).Steps.Select(step => step.Times).ToList();

        Assert.Equal((0.5, 4.0), (rungs[0], rungs[^1]));
        Assert.Equal(rungs.Order(), rungs);
    }

    // One load, so that the curves can be laid over each other; after a storm a load that can be served.
    [Fact]
    public void Shapes_AfterTheLoad_IsOneThatCanBeServed() => Assert.All(
        [.. OverloadLab.Shapes(full: false), MetastableLab.Shape(full: false)], shape => Assert.InRange(shape.After.Times, 0.01, 0.8));

    [Fact]
    public void Shedding_Fixed_AloneSetsTheLimit()
    {
        var flags = OverloadLab.SheddingModes.Select(mode => OverloadLab.Shedding(mode, limit: 42, connections: 7).Scenario).ToList();

        Assert.Equal(["none", "fixed", "adaptive"], flags.Select(scenario => scenario.GatewayFlags["--shedding"]));
        Assert.Equal("42", Assert.Single(flags, scenario => scenario.GatewayFlags.Count > 1).GatewayFlags["--concurrency-limit"]);
        Assert.All(flags, scenario => Assert.Equal("7", scenario.DeliveryFlags["--cosmos-connections"]));
    }

    /// <summary>So that the CPU is not the limit of several either.</summary>
    [Fact]
    public void Shedding_SeveralDeliveries_ShareTheConnections()
    {
        var scenario = OverloadLab.Shedding(OverloadLab.None, limit: 1, connections: 12, deliveries: 3).Scenario;

        Assert.Equal((3, "4"), (scenario.Deliveries, scenario.DeliveryFlags["--cosmos-connections"]));
        Assert.Equal("3", OverloadSettings.FlagsOf(scenario)["deliveries"]);
    }

    [Fact]
    public void Shapes_Crash_RunsOnlyOnRequest()
    {
        Assert.Contains(CrashLab.Name, OverloadLab.ShapeNames);
        Assert.DoesNotContain(CrashLab.Name, OverloadLab.DefaultShapes);
    }

    // What cures the failure is one setting each, and the table names it.
    [Fact]
    public void Metastable_Cures_DifferFromTheFailureInTheSettingThatTheyAreNamedBy()
    {
        var failure = FlagsOf(MetastableLab.Settings[0]);

        Assert.All(MetastableLab.Settings.Skip(1), cure => Assert.Equal(cure.Name, Assert.Single(FlagsOf(cure).Except(failure))));
    }

    private static List<string> FlagsOf(OverloadSetting setting) =>
        [.. setting.Scenario.DeliveryFlags.Concat(setting.Scenario.GatewayFlags).Select(flag => $"{flag.Key} {flag.Value}")];
}
