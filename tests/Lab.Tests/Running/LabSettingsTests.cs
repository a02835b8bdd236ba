using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Running;

public sealed class LabSettingsTests
{
    [Fact]
    public void Mode_DurationsOfTheStudy_AreNamed()
    {
        Assert.Equal("full", WithDuration(TuningLoad.Full).Mode);
        Assert.Equal("quick", WithDuration(TuningLoad.Quick).Mode);
        Assert.Equal("12.5 s a test", WithDuration(TimeSpan.FromSeconds(12.5)).Mode);
    }

    [Fact]
    public void Staircase_AnyDuration_SkipsNoStep()
    {
        var profile = SimulationProfile.Load(SimulationProfile.Default);

        var quick = TuningLoad.Staircase(profile, TuningLoad.Quick);
        var full = TuningLoad.Staircase(profile, TuningLoad.Full);

        Assert.Equal(full.Steps.Select(step => step.Users), quick.Steps.Select(step => step.Users));
        Assert.Equal(Enumerable.Range(1, 40), quick.Steps.Select(step => step.Users));
        Assert.Equal(TuningLoad.Quick, quick.Duration);
    }

    [Fact]
    public void Profile_UnknownName_ListsThoseThereAre()
    {
        var exception = Assert.Throws<ArgumentException>(() => SimulationProfile.Load("other"));

        Assert.Contains("article, none", exception.Message);
    }

    private static LabSettings WithDuration(TimeSpan duration) => new(
        TuningLab.Scenarios,
        SimulationProfile.Load(SimulationProfile.Default),
        duration,
        "command",
        LoadEngine.BuiltIn(TimeProvider.System));
}
