using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class RunWarningsTests
{
    private const string Found = "The machine may have spoiled this run: other load: 1.8 of 2 cores.";

    [Fact]
    public void Of_MachineThatMaySpoil_SaysByWhat() => Assert.Contains(Found, RunWarnings.Of(On(new MachineHealth(true, Found))));

    [Fact]
    public void Of_MachineFoundFine_SaysNothingOfIt() =>
        Assert.DoesNotContain(Found, RunWarnings.Of(On(new MachineHealth(false, Found))));

    [Fact]
    public void Of_DisturbedMachine_SaysItOfTheRunAndOfAnyLab()
    {
        var run = On(null, new MachineLoad(StolenShare: 0.14, OtherShare: 0, OwnShare: 0.3));
        const string Sentence = "Other virtual machines took 14 % of the machine's time (5 % are allowed).";

        Assert.Equal(
            $"Test 1: baseline: the machine was disturbed. {Sentence} Repeat the run on a quiet machine.",
            Assert.Single(RunWarnings.Of(run)));
        Assert.Equal(
            $"The machine was disturbed. {Sentence} Repeat the run on a quiet machine.",
            Assert.Single(RunWarnings.OfSetting(debugBuild: false, run.Manifest.Machine)));
    }

    private static RunRecord On(MachineHealth? health, MachineLoad? load = null) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with
        {
            Machine = SampleRecords.Run.Manifest.Machine with { Health = health, DuringRun = load },
        },
    };
}
