using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class FailConditionTests
{
    [Theory]
    [InlineData("p99 > 5 %", "p99 > 5 %")]
    [InlineData("req/s>2.5", "req/s > 2.5 %")]
    [InlineData("  RU > 0% ", "ru > 0 %")]
    public void Parse_FigureAndPercent_IsUnderstood(string text, string condition) =>
        Assert.Equal(condition, FailCondition.Parse(text).ToString());

    [Theory]
    [InlineData("p99", "'p99' is not a condition")]
    [InlineData("p99 < 5 %", "is not a condition")]
    [InlineData("p99 > 5 > 6", "is not a condition")]
    [InlineData("> 5 %", "has no figure")]
    [InlineData("p98 > 5 %", "There is no figure 'p98'. Figures: req/s, mean, p50, p95, p99, ru, calls, cpu.")]
    [InlineData("p99 > -5 %", "'-5 %' in 'p99 > -5 %' is not a percentage")]
    [InlineData("p99 > five", "is not a percentage")]
    [InlineData("p99 > 5 ms", "is not a percentage")]
    [InlineData("p99 > NaN %", "is not a percentage")]
    [InlineData("p99 > Infinity %", "is not a percentage")]
    public void Parse_AnythingElse_SaysWhatIsWrong(string text, string message) =>
        Assert.Contains(message, Assert.Throws<FormatException>(() => FailCondition.Parse(text)).Message);

    [Theory]
    [InlineData("mean > 5 %", 1.1, true)]
    [InlineData("mean > 12 %", 1.1, false)]
    [InlineData("mean > 5 %", 0.8, false)]
    [InlineData("mean > 0 %", 1.0, false)]
    public void Check_Latency_FailsWhenSeenToBeWorseByMore(string condition, double slower, bool failed)
    {
        var outcome = FailCondition.Parse(condition).Check(Compare(slower));

        Assert.Equal(failed, outcome.Failed);
    }

    [Fact]
    public void Check_Throughput_FailsWhenItFalls()
    {
        var figures = RepeatComparison.FromRuns(
            Repeats(1), [.. Repeats(1).Select(run => run with { Load = run.Load with { Successful = 800 } })]);

        var outcome = FailCondition.Parse("req/s > 5 %").Check(figures);

        Assert.True(outcome.Failed);
        Assert.Equal("Requests/s: 18.4 % worse, more than 5 %.", outcome.Message);
    }

    [Fact]
    public void Check_NoDifference_SaysWhichOneWouldBeFound()
    {
        var outcome = FailCondition.Parse("mean > 0 %").Check(Compare(1));

        Assert.Equal((true, false), (outcome.Met, outcome.Failed));
        Assert.Matches(@"^Mean latency, ms: no difference seen; one of \d\.\d % would be found\.$", outcome.Message);
    }

    [Fact]
    public void Check_LimitIsTheDifferenceItself_IsMet()
    {
        var by = Compare(1.2).Single(figure => figure.Metric.Name == "p99").Comparison.DifferencePercent;

        Assert.True(new FailCondition(RunMetric.Find("p99"), by).Check(Compare(1.2)).Met);
        Assert.False(new FailCondition(RunMetric.Find("p99"), by - 0.01).Check(Compare(1.2)).Met);
    }

    [Fact]
    public void FromRuns_LowerBoundOnOneSide_HasNoIntervalThere()
    {
        var (a, b) = (Repeats(1), Repeats(1.2));
        a[2] = Bounded(a[2]);

        var p99 = RepeatComparison.FromRuns(a, b).Single(figure => figure.Metric.Name == "p99");
        var turned = RepeatComparison.FromRuns(b, a).Single(figure => figure.Metric.Name == "p99");

        Assert.Equal((true, false), (p99.IntervalA is null, p99.IntervalB is null));
        Assert.Equal((false, true), (turned.IntervalA is null, turned.IntervalB is null));
        Assert.Equal(-100, p99.Comparison.Interval.Low);
        Assert.Equal(double.PositiveInfinity, turned.Comparison.Interval.High);
    }

    [Fact]
    public void FromRuns_FigureMissingInOneRunOfB_IsNotCompared()
    {
        var b = Repeats(1);
        b[3] = b[3] with { Cosmos = b[3].Cosmos with { RequestUnits = 0 } };

        Assert.DoesNotContain(RepeatComparison.FromRuns(Repeats(1), b), figure => figure.Metric.Name == "ru");
        Assert.DoesNotContain(RepeatComparison.FromRuns(b, b), figure => figure.Metric.Name == "ru");
    }

    // A failure in 1 ms lowers the latency of B, although it counts as exceeding every limit.
    [Theory]
    [InlineData("p99 > 5 %")]
    [InlineData("mean > 50 %")]
    public void Check_BFailsMoreOftenAndFaster_IsNotMet(string condition)
    {
        var figures = RepeatComparison.FromRuns(Repeats(1), Failing(Repeats(0.8), 100));

        var outcome = FailCondition.Parse(condition).Check(figures);

        Assert.Equal(
            (false, $"{outcome.Condition.Metric.Title}: requests of B fail more often than those of A, and a failure counts as "
                + "exceeding every limit."),
            (outcome.Met, outcome.Message));
        Assert.DoesNotContain(figures, figure =>
            figure.Metric.IsLatency && figure.Comparison.Verdict == ComparisonVerdict.Better);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(15, 16)]
    [InlineData(15, 0)]
    public void Check_BFailsAboutAsOftenAsAOrLess_DecidesByLatency(int failedA, int failedB)
    {
        var figures = RepeatComparison.FromRuns(Failing(Repeats(1), failedA), Failing(Repeats(0.8), failedB));

        Assert.True(FailCondition.Parse("p99 > 5 %").Check(figures).Met);
        Assert.Equal(ComparisonVerdict.Better, figures.Single(figure => figure.Metric.Name == "p99").Comparison.Verdict);
    }

    [Fact]
    public void Check_BLeavesMoreUnanswered_IsNotMet()
    {
        RunRecord[] b = [.. Repeats(1).Select(run => run with { Load = run.Load with { Unanswered = 50 } })];

        Assert.False(FailCondition.Parse("p50 > 5 %").Check(RepeatComparison.FromRuns(Repeats(1), b)).Met);
    }

    [Fact]
    public void Check_FigureThatIsNoLatency_IgnoresFailures() => Assert.True(
        FailCondition.Parse("ru > 5 %").Check(RepeatComparison.FromRuns(Repeats(1), Failing(Repeats(1), 100))).Met);

    [Fact]
    public void Check_FigureThatWasNotMeasured_Fails()
    {
        var outcome = FailCondition.Parse("p99 > 5 %").Check([]);

        Assert.Equal((true, "p99 latency, ms was not measured in every run."), (outcome.Failed, outcome.Message));
    }

    // The p99 of one side is a lower bound: what is not decided fails.
    [Theory]
    [InlineData(false, 1.2, "p99 > 5 %", false, "p99 latency, ms: at least +20.0 %.")]
    [InlineData(false, 1.2, "p99 > 30 %", null, "p99 latency, ms: not decided, since a figure is a lower bound.")]
    [InlineData(false, 0.8, "p99 > 5 %", null, "p99 latency, ms: not decided, since a figure is a lower bound.")]
    [InlineData(true, 0.8, "p99 > 5 %", true, "p99 latency, ms: at most -20.0 %.")]
    [InlineData(true, 1.2, "p99 > 5 %", null, "p99 latency, ms: not decided, since a figure is a lower bound.")]
    public void Check_LowerBound_IsMetOnlyWhereTheBoundDecidesIt(
        bool ofA, double slower, string condition, bool? met, string message)
    {
        var (a, b) = (Repeats(1), Repeats(slower));
        (ofA ? a : b)[2] = Bounded((ofA ? a : b)[2]);

        var outcome = FailCondition.Parse(condition).Check(RepeatComparison.FromRuns(a, b));

        Assert.Equal((met, met != true, message), (outcome.Met, outcome.Failed, outcome.Message));
    }

    [Fact]
    public void FromRuns_PercentileThatIsNotStated_IsNotCompared()
    {
        var a = Repeats(1);
        a[0] = a[0] with
        {
            Load = a[0].Load with
            {
                Latency = a[0].Load.Latency with { NotStated = new Dictionary<string, string> { ["p99"] = "arrivals were dropped" } },
            },
        };

        var figures = RepeatComparison.FromRuns(a, Repeats(1));

        Assert.DoesNotContain(figures, figure => figure.Metric.Name == "p99");
        Assert.Contains(figures, figure => figure.Metric.Name == "p95");
        Assert.Equal("arrivals were dropped", RunMetric.Find("p99").WhyNotStated(a[0]));
    }

    private static RunRecord[] Failing(RunRecord[] runs, int failed) =>
        [.. runs.Select(run => run with { Load = run.Load with { ClientErrors = failed, Successful = 995 - failed } })];

    private static RunRecord Bounded(RunRecord run) =>
        run with { Load = run.Load with { Latency = run.Load.Latency with { AtLeast = ["p99"] } } };

    internal static IReadOnlyList<MetricComparison> Compare(double slower) => RepeatComparison.FromRuns(Repeats(1), Repeats(slower));

    internal static RunRecord[] Repeats(double slower) =>
    [
        .. new[] { 0.99, 1.01, 1, 0.98, 1.02 }.Select(noise => SampleRecords.Run with
        {
            Load = SampleRecords.Run.Load with { Latency = SampleRecords.Latency(700 * noise * slower) },
        }),
    ];
}
