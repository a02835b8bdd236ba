using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class RunWarningsTests
{
    private const string Found = "The machine may have spoiled this run: other load: 1.8 of 2 cores.";

    [Fact]
    public void ForRun_MachineThatMaySpoil_SaysByWhat() => Assert.Contains(Found, RunWarnings.ForRun(On(new MachineHealth(true, Found))));

    [Fact]
    public void ForRun_MachineFoundFine_SaysNothingOfIt() =>
        Assert.DoesNotContain(Found, RunWarnings.ForRun(On(new MachineHealth(false, Found))));

    [Fact]
    public void ForRun_DisturbedMachine_SaysItOfTheRunAndOfAnyLab()
    {
        var run = On(null, new MachineLoad(StolenShare: 0.14, OtherShare: 0, OwnShare: 0.3));
        const string Sentence = "Other virtual machines took 14 % of the machine's time (5 % are allowed).";

        Assert.Equal(
            $"Test 1: baseline: the machine was disturbed. {Sentence} Repeat the run on a quiet machine.",
            Assert.Single(RunWarnings.ForRun(run)));
        Assert.Equal(
            $"The machine was disturbed. {Sentence} Repeat the run on a quiet machine.",
            Assert.Single(RunWarnings.DuringLoad(run.Manifest.Machine.DuringRun)));
    }

    [Fact]
    public void ForRun_WhatTakesAwayFromTheFigures_IsNamed()
    {
        var run = SampleRecords.Run with
        {
            Manifest = SampleRecords.Run.Manifest with { DebugBuild = true, Interrupted = true },
            Load = SampleRecords.Run.Load with { Generator = new GeneratorRecord(20, 90, 300, 1.9, WasTheLimit: true) },
        };

        Assert.Collection(
            RunWarnings.ForRun(run),
            warning => Assert.Equal(
                "Test 1: baseline was interrupted: its figures cover the first 50 s of the load. "
                + "Calls and RU per operation may lack those of the last second.",
                warning),
            warning => Assert.StartsWith("Debug build", warning),
            warning => Assert.Equal(
                "Test 1: baseline: the load generator was short of CPU. 1 % of requests left 90 ms late or more; "
                + "the generator used 1.9 of 2 cores. The figures may show the generator rather than the system.",
                warning));
        Assert.Empty(RunWarnings.ForRun(SampleRecords.Run));
    }

    [Fact]
    public void ForRuns_SeveralRuns_HaveTheMostSeriousFirst()
    {
        var interrupted = SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Interrupted = true } };

        var warnings = RunWarnings.ForRuns([SampleRecords.OtherEngine, interrupted]);

        Assert.Equal([.. RunWarnings.ForRun(interrupted), .. RunWarnings.ForRun(SampleRecords.OtherEngine)], warnings);
    }

    [Fact]
    public void ForRun_EngineThatDoesNotKnowItsLateness_SayWhatItsLatenciesLeaveOut() =>
        Assert.Equal(
            "Measured with NBomber 4.1.2: a latency counts from the request's real start. "
            + "The lateness of that start is not known and is in no figure.",
            Assert.Single(RunWarnings.ForRun(SampleRecords.OtherEngine)));

    [Fact]
    public void ForRun_FiguresThatAreNotStated_AreNamedWithTheReason() => Assert.Equal(
        ["Latency is not stated: Test 1: baseline, p95, p99 (8 % were dropped)."],
        RunWarnings.ForRun(Lacking("Test 1: baseline", "8 % were dropped", "p95", "p99")));

    [Fact]
    public void ForRuns_FiguresOfSeveralThatAreNotStated_AreOneWarning() => Assert.Equal(
        ["Latency is not stated: A, p95, p99 (8 % were dropped); C, p99 (2 % were dropped)."],
        RunWarnings.ForRuns(
            [Lacking("A", "8 % were dropped", "p95", "p99"), SampleRecords.Run, Lacking("C", "2 % were dropped", "p99")]));

    private static RunRecord Lacking(string title, string reason, params string[] figures) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Title = title },
        Load = SampleRecords.Run.Load with
        {
            Latency = SampleRecords.Run.Load.Latency with { NotStated = figures.ToDictionary(figure => figure, _ => reason) },
        },
    };

    private static RunRecord On(MachineHealth? health, MachineLoad? load = null) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with
        {
            Machine = SampleRecords.Run.Manifest.Machine with { Health = health, DuringRun = load },
        },
    };
}
