using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;
using static DroneDelivery.Lab.Tests.Overload.CrashRecords;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class CrashFiguresTests
{
    [Fact]
    public void Intervals_OfTheCounter_AreItsGrowthByPort()
    {
        var intervals = Intervals(
            Sample(0, 1, 50), Sample(0, 2, 70),
            Sample(1, 1, 53), Sample(1, 2, 70), Sample(1, 2, 1, "error.type=connection_error"), Sample(1, 9, 400),
            Sample(2, 1, 53), Sample(2, 2, 70), Sample(2, 2, 1, "error.type=connection_error"),
            Sample(2, 2, 5, "error.type=connection_error,url.template=/health/live"));

        Assert.Equal([(0.25, 1.25), (1.25, 2.25)], intervals.Select(each => (each.FromSeconds, each.UntilSeconds)));
        Assert.Equal([[3, 1, 0], [0, 0, 0]], intervals.Select(each => each.Calls));
        Assert.Equal([[3, 0, 0], [0, 0, 0]], intervals.Select(each => each.Answered));
        Assert.Equal([0, null], intervals.Select(each => each.ShareOf(2)));
        Assert.Equal([1, null], intervals.Select(each => each.ShareOf(1)));
    }

    [Fact]
    public void FromRun_CallsAfterTheKill_LastUntilTheEndOfTheirSecond()
    {
        var run = Run(
            Attempts(_ => AttemptOutcome.Answered),
            Calls(second => second is < Kill or > Restart ? 10 : second is Kill or Kill + 2 ? 1 : 0));

        Assert.Equal(3.25, run.Crash!.LastCallSeconds);
        Assert.False(run.Crash.Spreads);
    }

    /// <summary>Of 30 calls a second, 80 % of a third are 8.</summary>
    [Theory]
    [InlineData(7, 4.25)]
    [InlineData(9, 3.25)]
    public void FromRun_CallsAfterTheRestart_AreAFairShareFromFourFifthsOfAThird(int thirdSecond, double expected)
    {
        var run = Run(
            Attempts(_ => AttemptOutcome.Answered),
            Calls(second => second switch
            {
                <= Kill => 10,
                < Restart + 2 => 0,
                Restart + 2 => thirdSecond,
                _ => 10,
            }));

        Assert.Equal(expected, run.Crash!.FairShareSeconds);
    }

    [Fact]
    public void FromRun_NoMetrics_TimesAreNotKnown()
    {
        var crash = Run(Attempts(_ => AttemptOutcome.Answered)).Crash!;

        Assert.Equal((null, null), (crash.LastCallSeconds, crash.FairShareSeconds));
    }

    [Fact]
    public void FromRun_Failures_AreCountedFromTheKillAndAsLateFromTwoSecondsAfter()
    {
        var run = Run(Attempts(second => second switch
        {
            Kill - 1 or Kill + 1 or End => AttemptOutcome.Failed,
            Kill + 2 => AttemptOutcome.Unanswered,
            End - 1 => AttemptOutcome.Unsent,
            Kill + 3 => AttemptOutcome.Refused,
            _ => AttemptOutcome.Answered,
        }));

        var span = run.Crash!.Span;
        Assert.Equal((400, 30, 10, 20), (span.Offered, span.Failed, span.Refused, run.Crash.LateFailures));
        Assert.Equal((10, 0), (run.Seconds[Kill + 1].Failed, run.Seconds[Kill + 1].Refused));
        Assert.Equal((0, 10), (run.Seconds[Kill + 3].Failed, run.Seconds[Kill + 3].Refused));
    }

    /// <summary>Two of three remain, so two thirds of the goodput before must.</summary>
    [Theory]
    [InlineData(1, 8, false)]
    [InlineData(2, 6, true)]
    public void FromRun_GoodputOfFiveSeconds_SpreadsBelowTheShareOfTheOthers(int badSeconds, double lowest, bool spreads)
    {
        var crash = Run(Attempts(second =>
            second >= Kill + 5 && second < Kill + 5 + badSeconds ? AttemptOutcome.Refused : AttemptOutcome.Answered)).Crash!;

        Assert.Equal((10, lowest, spreads), (crash.Before, crash.Lowest, crash.Spreads));
    }

    [Fact]
    public void FromRun_CallsWerePaused_Spreads()
    {
        const string Events = "resilience.polly.strategy.events";
        var crash = Run(
            Attempts(_ => AttemptOutcome.Answered),
            Metric("other", "", 0, 1),
            Metric(Events, "event.name=OnCircuitOpened,pipeline.name=delivery", Kill, 1),
            Metric(Events, "event.name=OnRetry,pipeline.name=delivery", Kill, 7),
            Metric(Events, "event.name=OnCircuitOpened,pipeline.name=package", Kill, 7)).Crash!;

        Assert.Equal((1, true), (crash.Pauses, crash.Spreads));
    }

    [Fact]
    public void FromRun_EndedBeforeTheKill_HasNone() => Assert.Null(Assert.Single(OverloadFigures.FromRuns(
        [Data(Attempts(_ => AttemptOutcome.Answered), [], seconds: Kill)]).Runs).Crash);

    [Fact]
    public void Verdicts_Harmless_AreAllMet()
    {
        var verdicts = Verdicts(Harmless);

        Assert.Equal(4, verdicts.Count);
        Assert.All(verdicts, verdict => Assert.True(verdict.Met, $"{verdict}"));
        Assert.Equal("the last call within 1.3 s", verdicts[1].Found);
    }

    [Fact]
    public void Verdicts_EachGoalMissed_IsThatOne()
    {
        var crash = Harmless;
        var span = crash.Span with { Latency = OverloadRecords.Latency(989, 11, ms: 5) };

        Assert.Contains("at most 1 %", Missed(crash with { Span = span }), StringComparison.Ordinal);
        Assert.Contains("no longer", Missed(crash with { LastCallSeconds = 2.1 }), StringComparison.Ordinal);
        Assert.Contains("or later fails", Missed(crash with { LateFailures = 1 }), StringComparison.Ordinal);
        Assert.Contains("spreads", Missed(crash with { Lowest = 6.6 }), StringComparison.Ordinal);
        Assert.Contains("spreads", Missed(crash with { Pauses = 1 }), StringComparison.Ordinal);
        Assert.Null(Verdicts(crash with { LastCallSeconds = null })[1].Met);
    }

    /// <summary>Without shedding the figures have no goals.</summary>
    [Fact]
    public void Study_WithoutShedding_HasTheTableAndNoVerdict()
    {
        var study = OverloadStudy.Build(OverloadRecords.Create(15, Crashed(Harmless) with { Setting = OverloadLab.None }));

        Assert.Empty(study.Verdicts);
        var row = Assert.Single(Assert.Single(study.Tables, table => table.Key == "crash").Shown.Rows);
        Assert.Equal(
            ["none", "400", "400", "0", "0", "0", "1.25", "2.25", "10", "10", "0", "no"], row.Select(cell => cell.Text));
    }

    private static string Missed(CrashFigures crash) => Assert.Single(Verdicts(crash), verdict => verdict.Met is false).Goal;

    private static List<LoadTests.Insight.Studies.StudyVerdict> Verdicts(CrashFigures crash) =>
        [.. OverloadVerdicts.FromRecord(OverloadRecords.Create(15, Crashed(crash)))];

    private static OverloadRun Crashed(CrashFigures crash) =>
        OverloadRecords.Ladder(OverloadLab.Adaptive) with { Shape = CrashLab.Name, Crash = crash };
}
