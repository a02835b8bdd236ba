using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Engines;

namespace DroneDelivery.Lab.Tests.Engines;

public sealed class EngineStudyTests
{
    [Fact]
    public void FromRecords_LoadOfOneEngineOnly_IsLeftOut() =>
        Assert.Null(EngineStudy.FromRecords([SampleRecords.OtherEngine, SampleRecords.OwnerKey], first: "built-in"));

    [Fact]
    public void Build_OneEngineAlone_HasNoDifferences()
    {
        var text = StudyText.Rows(new EngineTable([EngineRun.FromRecord(SampleRecords.OtherEngine)]).Build("figures", "baseline"));

        Assert.Contains("NBomber 4.1.2", text);
        Assert.DoesNotContain("difference", text);
        Assert.DoesNotContain("Highest", text);
    }

    [Fact]
    public void FromRecords_WhatOneEngineDoesNotTell_IsADash()
    {
        var text = Text(SampleRecords.Run);

        Assert.Matches("(?m)built-in +NBomber 4.1.2 +difference$", text);
        Assert.Matches(@"(?m)^max, ms +2,800 +– +–$", text);
        Assert.Matches(@"(?m)^mean, ms +700 +700 +0 %$", text);
        Assert.DoesNotMatch("(?m)^Dropped", text);
    }

    [Fact]
    public void FromRecords_NoSuccess_HasNoLatencyOfSuccesses()
    {
        var failed = SampleRecords.Run.Load with { Successful = 0, Successes = SampleRecords.Latency(0) };
        var text = Text(SampleRecords.Run with { Load = failed });

        Assert.Matches("(?m)^Mean latency of successes, ms +– +700 +–$", text);
        Assert.Matches("(?m)^p99 latency of successes, ms +– +1,750 +–$", text);
    }

    [Fact]
    public void FromRecords_LowerBound_HasNoExactDifference()
    {
        var latency = SampleRecords.Latency(350) with { AtLeast = ["p99"] };
        var text = Text(SampleRecords.Run with { Load = SampleRecords.Run.Load with { Latency = latency } });

        Assert.Matches(@"(?m)^p99, ms +at least 875 +1,750 +at most \+100 %$", text);
    }

    [Fact]
    public void FromRecords_Pair_HasItsTableItsReasonsAndTheCommand()
    {
        var text = StudyMarkdown.Render(EngineStudy.FromRecords([SampleRecords.OtherEngine, SampleRecords.Run], first: "built-in")!);

        Assert.Contains("# Tuning with built-in and with NBomber 4.1.2", text);
        Assert.Contains("one run, no interval", text);
        Assert.Contains("Test 1: baseline", text);
        Assert.Contains("NBomber 4.1.2 counts from the request's real start", text);
        Assert.Contains(SampleRecords.Run.Manifest.Command, text);
    }

    private static string Text(RunRecord builtIn) =>
        StudyText.Render(EngineStudy.FromRecords([SampleRecords.OtherEngine, builtIn], first: "built-in")!);
}
