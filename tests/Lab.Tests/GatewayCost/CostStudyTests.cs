using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
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
        [
            CostTrials.Create("bare", 1, 50_000),
            CostTrials.Create("full", 1, 46_000, p50: 1.234, proxy: 21.06, backend: 6.44, atLeast: true) with
            {
                MaxMs = new LatencyValue(9, AtLeast: true),
            },
        ],
        []);

    [Fact]
    public void Text_OfARecord_HasRowsGoalsAndWhatIsMissing()
    {
        var text = StudyText.Render(CostStudy.Build(Record));

        Assert.Contains("At saturation: wrk, 64 connections", text);
        Assert.Matches(@"gateway, full +46,000 +1\.23 +1\.54 +1\.85 +at least 2\.00 +– +– +– +21\.1 +6\.4 +0\n", text);
        Assert.Matches("full gateway: req/s relative to bare YARP: at least 0.90 times +0.920 times +yes +one run, no interval", text);
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

        Assert.Matches(@"gateway, full +46,000 +1\.00 +1\.25 +1\.50 +2\.00 +2\.25 ", text);
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
    public void Published_ThousandConnections_AreNextToTheFiguresOfDirectAndFull()
    {
        CostTrial[] closed = [CostTrials.Create("direct", 1, 30_000), CostTrials.Create("full", 1, 15_000, p50: 60, p99: 200)];
        var record = Record with
        {
            Connections = 1_000,
            Targets = [new(CostedTarget.Direct, "direct"), new(CostedTarget.Full, "gateway, full")],
            Closed = closed,
        };

        var text = StudyText.Render(CostStudy.Build(record));

        Assert.Matches(@"direct +gateway, full +published\n", text);
        Assert.Matches(@"req/s +30,000 +15,000 +15,942\n", text);
        Assert.Matches(@"p50 ms +1\.00 +60\.00 +86\n", text);
        Assert.Matches(@"p75 ms +1\.25 +75\.00 +97\n", text);
        Assert.Matches(@"p90 ms +1\.50 +90\.00 +127\n", text);
        Assert.Matches(@"p99 ms +2\.00 +200\.00 +231\n", text);
        Assert.DoesNotContain("15,942", StudyText.Render(CostStudy.Build(record with { Connections = 999 })));
    }

    [Fact]
    public void Usage_SeveralRounds_HasARowForEachLoadAndPeriod()
    {
        CostedTarget period = new("usage-1", "usage each 1 s"), off = new(CostedTarget.UsageOff, "usage off");
        CostTrial[] closed =
        [
            CostTrials.Watched("usage-1", 1, p999: 3, max: 30, new(Count: 4, NearMeanMs: 2, OtherMeanMs: 1)),
            CostTrials.Watched("usage-1", 2, p999: 5, max: 20, new(Count: 3, NearMeanMs: 4, OtherMeanMs: 2)),
            CostTrials.Watched("usage-off", 1, p999: 2, max: 10, new(Count: 0, NearMeanMs: null, OtherMeanMs: 1)),
        ];
        var record = Record with { Connections = 1, Targets = [period, off], Closed = closed, Open = [closed[2]] };

        var text = StudyText.Render(CostStudy.Build(record));

        Assert.Contains("Closed loop: wrk, 1 connection\n", text);
        Assert.Matches(@"1 connection +usage each 1 s +2\.00 +4\.00 +30\.00 +7 +3\.00 +1\.50\n", text);
        Assert.Matches(@"\n +usage off +2\.00 +2\.00 +10\.00 +0 +– +1\.00\n", text);
        Assert.Matches(@"5,000 requests/s +usage off ", text);
    }

    [Fact]
    public void Warnings_NothingMeasured_SaySo() =>
        Assert.Contains("Nothing was measured.", CostStudy.Build(Record with { Closed = [] }).AllWarnings);
}
