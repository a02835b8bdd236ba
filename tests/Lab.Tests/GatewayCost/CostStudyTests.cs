using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class CostStudyTests
{
    internal static readonly CostRecord Record = new(
        SampleStudies.Envelope,
        "wrk",
        Connections: 64,
        OpenRate: 5_000,
        [new(CostedTarget.Bare, "bare YARP"), new(CostedTarget.Full, "gateway, full")],
        ["nginx was not measured: nginx is not installed."],
        [CostTrials.Create("bare", 1, 50_000), CostTrials.Create("full", 1, 46_000, p50: 1.234, proxy: 21.06, backend: 6.44, atLeast: true)],
        []);

    [Fact]
    public void Text_OfARecord_HasRowsGoalsAndWhatIsMissing()
    {
        var text = StudyText.Render(CostStudy.Build(Record));

        Assert.Contains("At saturation: wrk, 64 connections", text);
        Assert.Matches(@"gateway, full +46,000 +1\.23 +at least 2\.00 +– +– +– +21\.1 +6\.4 +0\n", text);
        Assert.Matches("full gateway's req/s of bare YARP's: at least 0.90 times +0.920 times +yes +one run, no interval", text);
        Assert.Contains("Warning: nginx was not measured", text);
        Assert.DoesNotContain("Open loop", text);
    }

    [Fact]
    public void Tables_OfARecord_HaveEveryTrialForPrograms()
    {
        var trials = CostStudy.Build(Record).Tables.Single(table => table.Key == "closedTrials");

        Assert.Equal(2, trials.Rows.Count);
        Assert.False(trials.HasContent);
    }

    [Fact]
    public void Verdict_ThreeRounds_RestsOnThree()
    {
        CostTrial[] closed = [.. from round in (int[])[1, 2, 3] from name in (string[])["bare", "full"] select CostTrials.Create(name, round, 100)];

        var verdict = Assert.Single(CostStudy.Build(Record with { Closed = closed }).Verdicts);

        Assert.Equal((true, 3), (verdict.Met, verdict.Runs));
    }

    [Fact]
    public void Text_RequestsFailed_HasTheLatencyOfSuccesses()
    {
        var failed = CostTrials.Create("full", 1, 46_000, failed: 7) with { SuccessP99Ms = 2.25 };

        var text = StudyText.Render(CostStudy.Build(Record with { Closed = [failed] }));

        Assert.Matches(@"gateway, full +46,000 +1\.00 +2\.00 +2\.25 ", text);
    }

    [Fact]
    public void Warnings_GeneratorWasALimit_SayWhereAndHowOften()
    {
        var late = CostTrials.Create("full", 1, 100) with { GeneratorLimit = "It was late." };

        var warnings = CostStudy.Build(Record with { Open = [CostTrials.Create("bare", 1, 100), late, late] }).AllWarnings;

        Assert.Contains(
            "The load generator was a limit in 2 of 3 trials in the open loop; in the first: It was late. "
            + "The figures may show the generator rather than the targets.",
            warnings);
        Assert.DoesNotContain(warnings, warning => warning.Contains("at saturation;"));
    }

    [Fact]
    public void Warnings_NothingMeasured_SaySo() =>
        Assert.Contains("Nothing was measured.", CostStudy.Build(Record with { Closed = [] }).AllWarnings);
}
