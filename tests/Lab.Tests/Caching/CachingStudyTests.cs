using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Caching;

namespace DroneDelivery.Lab.Tests.Caching;

public sealed class CachingStudyTests
{
    [Fact]
    public void Figures_OfARun_CountFailedAndDroppedApart()
    {
        var figures = Run(CachingLab.None, successful: 100);

        Assert.Equal((10.0, 0.5, 0.75), (figures.Record.Load.RequestsPerSecond, figures.Record.Load.FailedShare, figures.DroppedShare));
        Assert.Equal((1.25, null), (figures.Record.CoresOf("gateway"), figures.Record.CoresOf("nobody")));
    }

    [Fact]
    public void FailedShare_RequestsThatWereDueAndNeverSent_AreNotInIt()
    {
        var run = Run(CachingLab.None, successful: 100);
        var neverSent = run with { Record = run.Record with { Load = run.Record.Load with { CutOff = 5 + 1_000 } } };

        Assert.Equal(0.5, neverSent.Record.Load.FailedShare);
    }

    /// <summary>Requests in flight when a run is interrupted are neither answered nor failed.</summary>
    [Fact]
    public void FailedShare_RequestsInFlightAtAnInterrupt_AreNotInIt()
    {
        var run = Run(CachingLab.None, successful: 100);
        var load = run.Record.Load;
        var interrupted = run with { Record = run.Record with { Load = load with { Sent = load.Sent + 200, CutOff = load.CutOff + 200 } } };

        Assert.Equal((double)load.NotSuccessful / (load.Sent + 200), interrupted.Record.Load.FailedShare);
    }

    [Fact]
    public void FailedShare_NothingSent_IsZero() => Assert.Equal(0, Run(CachingLab.None, successful: 0).Record.Load.FailedShare);

    // Of two seconds the first has no failure. Iterations have another rate and other failures than their requests.
    [Fact]
    public void Figures_ArrivalsAreIterations_AreThoseOfTheirRequests()
    {
        var run = Run(CachingLab.None, successful: 100);
        var second = default(SecondSample) with
        {
            Length = 1,
            Successful = 1,
            Failed = 1,
            Calls = 90,
            FailedCalls = 0,
            Sent = 20,
            Dropped = 5,
        };
        var figures = run with
        {
            Record = run.Record with
            {
                Load = run.Record.Load with
                {
                    AllCalls = new CallRecord("all", 150, 50, SampleRecords.Latency(200)),
                    Seconds = [second, second with { Second = 1, FailedCalls = 30, Sent = 30 }],
                },
            },
        };

        Assert.Equal((15.0, 0.25, 35.0), (figures.RequestsPerSecond, figures.FailedShare, figures.FirstErrorPerSecond));
        Assert.Equal(360, figures.P95.Milliseconds);
        Assert.Contains("Each iteration ends with a create", StudyText.Render(CachingStudy.Build([figures])));
        Assert.DoesNotContain("Each iteration ends with a create", StudyText.Render(CachingStudy.Build([run])));
    }

    [Fact]
    public void Gain_WarmedAndNone_IsTheirRatio()
    {
        var runs = new[] { Run(CachingLab.None, 10), Run(CachingLab.GatewayWarmed, 460) };

        Assert.Equal(46, CachingStudy.Gain(runs));
        Assert.Null(CachingStudy.Gain([runs[0]]));
    }

    [Fact]
    public void Text_OfABreakpoint_IsNextToThePublishedFigures()
    {
        var text = StudyText.Render(CachingStudy.Build([Run(CachingLab.GatewayWarmed, 100)]));

        Assert.Matches(@"at the gateway, warmed +10 +734 +\S+ s +– +58 s +50 % +96 % +\S+ +– +75 %", text);
    }

    [Fact]
    public void Text_P95AmongUnansweredOrDroppedRequests_IsABoundOrNotStated()
    {
        Assert.Contains("at least 0.3 s", Text(latency => latency with { AtLeast = ["p95"] }));
        Assert.DoesNotContain("0.3 s", Text(latency => latency with { NotStated = new Dictionary<string, string> { ["p95"] = "dropped" } }));

        static string Text(Func<LatencySummary, LatencySummary> change)
        {
            var run = Run(CachingLab.GatewayWarmed, 100);
            var load = run.Record.Load;
            var latency = change(load.Latency with { P95Ms = 300 });
            return StudyText.Render(CachingStudy.Build([run with { Record = run.Record with { Load = load with { Latency = latency } } }]));
        }
    }

    [Fact]
    public void Table_RequestsFailed_ShowsSuccessesAloneAndMarksBounds()
    {
        var run = Run(CachingLab.GatewayWarmed, 100);
        var load = run.Record.Load with
        {
            Latency = SampleRecords.Latency(500) with { AtLeast = ["p95"] },
            Successes = SampleRecords.Latency(100),
        };

        var table = CachingStudy.Build([run with { Record = run.Record with { Load = load } }]).Tables.First();

        var row = table.Columns.Zip(Assert.Single(table.Rows)).ToDictionary(each => each.First.Key, each => each.Second);
        Assert.Equal((0.9, true, "at least 0.9 s"), (row["p95Seconds"].Value, row["p95Seconds"].AtLeast, row["p95Seconds"].Text));
        Assert.Equal("0.18 s", row["successP95Seconds"].Text);
    }

    [Fact]
    public void Title_VariantsWithAnotherLoad_NamesThemWithIt()
    {
        CachingFigures With(CachingVariant variant, string load) =>
            Run(variant, 100) is var run
                ? run with { Record = run.Record with { Manifest = run.Record.Manifest with { Load = load } } }
                : null!;

        var study = CachingStudy.Build(
            [With(CachingLab.GatewayCold, "few"), With(CachingLab.GatewayWarmed, "many"), With(CachingLab.None, "few")]);

        Assert.Equal("Breakpoint: few; at the gateway, warmed: many", study.Tables.First().Title);
    }

    [Fact]
    public void Tables_OfResources_HaveWhatWasMeasuredAndNoZeroForTheRest()
    {
        var run = Run(CachingLab.GatewayWarmed, 100);
        var counts = new Dictionary<string, double> { ["hit"] = 90, ["miss"] = 10, ["stale"] = 0, ["refreshes"] = 3, ["from disk"] = 7 };
        var measured = run with
        {
            Use = new CacheUse(counts, []),
            Record = run.Record with
            {
                Cosmos = run.Record.Cosmos with { DocumentBytes = 200_000_000, IndexBytes = 4_000_000 },
                Processes = [run.Record.Processes[0] with { DiskWrittenBytes = 5_000_000 }],
            },
        };

        var text = StudyText.Render(CachingStudy.Build([run, measured]));

        Assert.Matches(@"at the gateway, warmed +– +– +– +– +– +– +– +–\s", text);
        Assert.Matches(@"at the gateway, warmed +90 % +0 +10 +3 +7 +– +200 +4\s", text);
        Assert.Matches(@"gateway +1.25 +120 +– +–\s", text);
        Assert.Matches(@"gateway +1.25 +120 +– +5\s", text);
    }

    [Fact]
    public void Text_GainOfTheWarmedCache_SaysThatItIsOneRun()
    {
        var text = StudyText.Render(CachingStudy.Build([Run(CachingLab.None, 10), Run(CachingLab.GatewayWarmed, 460)]));

        Assert.Contains("46 times the throughput of no cache (one run, no interval; published: 46 times).", text);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public void Text_NothingServedWithoutACache_SaysWhyThereIsNoGain(int successful, bool says)
    {
        var text = StudyText.Render(CachingStudy.Build([Run(CachingLab.None, successful), Run(CachingLab.GatewayWarmed, 100)]));

        Assert.Equal(says, text.Contains("Without a cache no request of the breakpoint succeeded", StringComparison.Ordinal));
    }

    // Half of the requests of a run fail, unless it says otherwise.
    [Fact]
    public void Verdicts_OfTheGoals_AreTheOrderAndTheColdCache()
    {
        var runs = new[]
        {
            Run(CachingLab.None, 10), Run(CachingLab.ServiceRedis, 80), Without(Run(CachingLab.GatewayCold, 1_000), failed: 10),
            Run(CachingLab.GatewayStampede, 500), Without(Run(CachingLab.GatewayStampedeShedding, 899), failed: 0),
            Run(CachingLab.GatewayWarmed, 1_000),
        };

        Assert.Equal(
            [("1, 8, 50, 100 req/s", true), ("1 %, and 100 %", true), ("0 %, and 90 %", false)],
            Verdicts(runs));
        Assert.Equal(
            [("1, 51, 50, 50 req/s", false), ("50 %, and 200 %", false)],
            Verdicts(
                Run(CachingLab.GatewayStampede, 500), Run(CachingLab.GatewayWarmed, 500), Run(CachingLab.None, 10),
                Run(CachingLab.ServiceRedis, 510), Run(CachingLab.GatewayCold, 1_000)));
        Assert.Equal(
            [("1, 50, 49.8, 49.8 req/s", true)],
            Verdicts(
                Run(CachingLab.None, 10), Run(CachingLab.ServiceRedis, 500), Run(CachingLab.GatewayStampede, 498),
                Run(CachingLab.GatewayWarmed, 498)));
        Assert.Empty(Verdicts([.. runs.Skip(1).SkipLast(1)]));
        Assert.Contains("The published cold run lacked coalescing", StudyText.Render(CachingStudy.Build(runs)));
        Assert.DoesNotContain("The published cold run", StudyText.Render(CachingStudy.Build([.. runs.Take(3)])));

        static IEnumerable<(string Found, bool? Met)> Verdicts(params CachingFigures[] runs) =>
            CachingStudy.Build(runs).Verdicts.Select(verdict => (verdict.Found, verdict.Met));

        static CachingFigures Without(CachingFigures run, long failed) => run with
        {
            Record = run.Record with
            {
                Load = run.Record.Load with { Sent = run.Record.Load.Successful + failed, ClientErrors = failed, CutOff = 0, Unanswered = 0 },
            },
        };
    }

    [Fact]
    public void Study_BreakpointThatWasInterrupted_IsInNoGoalAndNoGain()
    {
        var warmed = Run(CachingLab.GatewayWarmed, 100);
        var manifest = warmed.Record.Manifest with { Interrupted = true };
        CachingFigures[] runs =
        [
            Run(CachingLab.None, 10), Run(CachingLab.ServiceRedis, 80), Run(CachingLab.GatewayStampede, 90),
            Run(CachingLab.GatewayCold, 1_000), warmed with { Record = warmed.Record with { Manifest = manifest } },
        ];

        var study = CachingStudy.Build(runs);

        Assert.Empty(study.Verdicts);
        Assert.Null(CachingStudy.Gain(runs));
        Assert.Equal(5, study.Tables.First().Rows.Count);
    }

    // In 10 s: as many failed or unanswered as answered, and three quarters of those due never sent.
    internal static CachingFigures Run(CachingVariant variant, long successful) => new(variant, SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Lab = CachingLab.Name, Scenario = variant.Name },
        Load = SampleRecords.Run.Load with
        {
            DurationSeconds = 10,
            Sent = 2 * successful,
            Successful = successful,
            ClientErrors = successful - 5,
            CutOff = 5,
            Unanswered = 5,
            AnsweredLate = 0,
            Arrivals = new ArrivalRecord(8 * successful, Late: 0, Dropped: 6 * successful),
        },
        Processes = [new ProcessRecord("gateway", 1.25, 2, 100, 120)],
    });
}
