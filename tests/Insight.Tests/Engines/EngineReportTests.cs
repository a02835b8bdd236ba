using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Engines;

namespace DroneDelivery.Insight.Tests.Engines;

public sealed class EngineReportTests
{
    private static readonly EngineComparison Comparison =
        EngineComparison.Of([SampleRecords.OtherEngine, SampleRecords.Run], first: "built-in")!;

    [Fact]
    public void Of_LoadOfOneEngineOnly_IsLeftOut() =>
        Assert.Null(EngineComparison.Of([SampleRecords.OtherEngine, SampleRecords.OwnerKey], first: "built-in"));

    [Fact]
    public void Plain_OneEngineAlone_HasNoDifferences()
    {
        var text = EngineText.Plain("Test 1: baseline", Comparison.Pairs[0].Second);

        Assert.Contains("NBomber 4.1.2", text);
        Assert.DoesNotContain("difference", text);
        Assert.DoesNotContain("Highest", text);
    }

    [Fact]
    public void Plain_WhatOneEngineDoesNotTell_IsADash()
    {
        var lines = EngineText.Plain(Comparison.Pairs).Split('\n');

        Assert.Matches("built-in +NBomber 4.1.2 +difference", lines[1]);
        Assert.Contains(lines, line => System.Text.RegularExpressions.Regex.IsMatch(line, @"^Highest, ms +2,800 +– +–$"));
        Assert.Contains(lines, line => System.Text.RegularExpressions.Regex.IsMatch(line, @"^Mean latency, ms +700 +700 +0 %$"));
        Assert.DoesNotContain(lines, line => line.StartsWith("Dropped", StringComparison.Ordinal));
    }

    [Fact]
    public void Build_Pair_HasItsTableItsReasonsAndTheCommand()
    {
        var page = EngineReport.Build(Comparison).ToString();

        Assert.Contains("Test 1: baseline", page);
        Assert.Contains("NBomber 4.1.2 counts from the request's real start", page);
        Assert.Contains(SampleRecords.Run.Manifest.Command, page);
    }
}
