using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class RunConditionsTests
{
    private static readonly MachineLoad Quiet = new(StolenShare: 0, OtherShare: 0.02, OwnShare: 0.4);

    [Fact]
    public void Disturbance_QuietMachine_IsNone() => Assert.Null(RunConditions.Disturbances(Quiet));

    [Theory]
    [InlineData(0.05, 0.1, null)]
    [InlineData(0.051, 0.1, "Other virtual machines took 5.1 % of the machine's time (5 % are allowed).")]
    [InlineData(
        0.05,
        0.2,
        "Processes that do not belong to the run used 20 % of the machine (10 % are allowed), "
        + "the busiest of them make (process 7) with 0.3 cores.")]
    [InlineData(0.05, null, null)]
    public void Disturbance_ShareOverItsLimit_IsNamedWithItsFigures(double stolen, double? other, string? sentence)
    {
        var load = new MachineLoad(stolen, other, OwnShare: 0.4) { Busiest = new OtherProcess(7, "make", 0.3) };

        Assert.Equal(sentence, RunConditions.Disturbances(load));
    }

    [Fact]
    public void FromRecord_IdleGeneratorLateOnADisturbedMachine_IsADisturbanceOnly()
    {
        var conditions = Conditions(cores: 0.13, Quiet with { StolenShare = 0.14 });

        Assert.Null(conditions.GeneratorLimit);
        Assert.StartsWith("Other virtual machines took 14 % of the machine's time", conditions.Disturbance);
        Assert.Contains("1 % of requests left 23 ms late or more; the generator used 0.13 of 2 cores.", conditions.Disturbance);
        Assert.Contains("Generator and system used only 40 % of the machine", conditions.Disturbance);
    }

    [Fact]
    public void FromRecord_LateOnAQuietMachine_IsTheGeneratorOnly()
    {
        var conditions = Conditions(cores: 0.13, Quiet);

        Assert.Equal("1 % of requests left 23 ms late or more; the generator used 0.13 of 2 cores.", conditions.GeneratorLimit);
        Assert.Equal("late", conditions.Generator);
        Assert.Null(conditions.Disturbance);
    }

    [Fact]
    public void FromRecord_GeneratorUsedTheMachine_WasShortOfCpu() =>
        Assert.Equal("short of CPU", Conditions(cores: 1.7, Quiet).Generator);

    [Fact]
    public void FromRecord_ArrivalsCouldNotBeStarted_IsTheReasonThatIsGiven()
    {
        var run = Run(cores: 0.13, Quiet, wasTheLimit: true);
        const string reason = "2.0 % of the arrivals were due before the end and could not be started.";
        var unstarted = run with { Load = run.Load with { Generator = run.Load.Generator with { Limits = [reason] } } };

        Assert.Equal(reason, RunConditions.FromRecord(unstarted).GeneratorLimit);
    }

    [Theory]
    [InlineData(0.13, 0.85)]
    [InlineData(1.7, 0.1)]
    public void FromRecord_LateOnAMachineThatTheRunFillsAndOthersDisturb_IsBoth(double cores, double ownShare)
    {
        var conditions = Conditions(cores, Quiet with { StolenShare = 0.14, OwnShare = ownShare });

        Assert.NotNull(conditions.GeneratorLimit);
        Assert.Equal("Other virtual machines took 14 % of the machine's time (5 % are allowed).", conditions.Disturbance);
    }

    [Fact]
    public void FromRecord_MachineNotWatched_LateIsTheGenerator() => Assert.NotNull(Conditions(cores: 0.13, null).GeneratorLimit);

    [Fact]
    public void FromRecord_InTimeOnADisturbedMachine_SaysOnlyWhatDisturbed()
    {
        var run = Run(cores: 0.13, Quiet with { StolenShare = 0.14 }, wasTheLimit: false);

        Assert.Equal(
            new RunConditions(null, "Other virtual machines took 14 % of the machine's time (5 % are allowed)."),
            RunConditions.FromRecord(run));
    }

    [Fact]
    public void FromRecord_NothingFound_IsGood() =>
        Assert.True(RunConditions.FromRecord(Run(cores: 0.13, Quiet, wasTheLimit: false)).AreGood);

    private static RunConditions Conditions(double cores, MachineLoad? load) =>
        RunConditions.FromRecord(Run(cores, load, wasTheLimit: true));

    [Theory]
    [InlineData(0.034, "While load was measured, other virtual machines took 1.2 % of the machine's time, and other programs 3.4 % "
        + "(the mean; of several runs the highest).")]
    [InlineData(null, "While load was measured, other virtual machines took 1.2 % of the machine's time (the mean; of several runs "
        + "the highest). What other programs used is not known.")]
    public void DescribeOthers_ProgramsThatAreNotKnown_SaysSo(double? others, string expected) =>
        Assert.Equal(expected, RunConditions.DescribeOthers(new MachineLoad(0.012, others, 0.5)));

    private static RunRecord Run(double cores, MachineLoad? load, bool wasTheLimit) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Machine = SampleRecords.Run.Manifest.Machine with { DuringRun = load } },
        Load = SampleRecords.Run.Load with { Generator = new GeneratorRecord(2, 23, 60, cores, wasTheLimit) },
    };
}
