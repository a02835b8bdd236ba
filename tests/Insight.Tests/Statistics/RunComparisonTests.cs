using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RunComparisonTests
{
    [Fact]
    public void FromRuns_LoadThatRises_DoesNotTakeItsRiseForNoise()
    {
        // Latency triples along the run; drawn without regard to place the mean would vary by far more than this.
        var comparison = MeanOf(new SimulatedRuns(7).Draw(), new SimulatedRuns(8).Draw());

        Assert.True(comparison.Interval.High - comparison.Interval.Low < 20, $"{comparison}");
    }

    /// <summary>Only the assumed variation from run to run is left: 2 % in both runs, and t = 1.96.</summary>
    [Fact]
    public void FromRuns_SecondsThatDoNotVary_HaveTheIntervalOfTheAssumedVariation()
    {
        var run = new SimulatedRuns(7).Draw();
        var even = run with { Load = run.Load with { Seconds = [.. run.Load.Seconds.Select(second => second with { MeanMs = 200 })] } };

        var comparison = MeanOf(even, even);

        Assert.Equal((-5.4, 5.7), (Math.Round(comparison.Interval.Low, 1), Math.Round(comparison.Interval.High, 1)));
    }

    [Fact]
    public void FromRuns_BFailsMoreOftenAndFaster_IsNotCalledBetter()
    {
        var (a, b) = (new SimulatedRuns(9).Draw(), new SimulatedRuns(10).Draw(slower: 0.5));
        var failing = b with { Load = b.Load with { ClientErrors = b.Load.Sent / 10 } };

        Assert.Equal(ComparisonVerdict.Better, MeanOf(a, b).Verdict);
        Assert.Equal((ComparisonVerdict.NotDecided, true), (MeanOf(a, failing).Verdict, MeanOf(a, failing).FailsMore));
    }

    [Fact]
    public void FromRuns_RunsOfDifferentLength_AreLaidSideBySide()
    {
        var comparison = MeanOf(new SimulatedRuns(9, 45).Draw(), new SimulatedRuns(10, 480).Draw());

        Assert.Equal(ComparisonVerdict.NoDifferenceSeen, comparison.Verdict);
    }

    [Fact]
    public void FromRuns_DistributionsOfAllSeconds_GivesPercentilesAnInterval()
    {
        var (a, b) = (new SimulatedRuns(11).Draw(), new SimulatedRuns(12).Draw());
        string[] percentiles = ["p50", "p95", "p99"];

        var with = Compare(WithLatencies(a), WithLatencies(b));
        var without = Compare(a, b);

        Assert.Empty(WithoutVerdict(with).Intersect(percentiles));
        Assert.Equal(percentiles, WithoutVerdict(without).Intersect(percentiles));
        var judged = with.Where(figure => figure.Metric.IsLatency).ToList();
        Assert.Equal(4, judged.Count);
        Assert.All(judged, figure => Assert.True(figure.Comparison.Interval.Low < figure.Comparison.Interval.High, $"{figure}"));
    }

    [Fact]
    public void FromRuns_DistributionOfASecondIsMissing_DoesNotJudgePercentiles()
    {
        var run = WithLatencies(new SimulatedRuns(11).Draw());
        var lossy = run with { Load = run.Load with { Seconds = [.. run.Load.Seconds.SkipLast(1), run.Load.Seconds[^1] with { Latency = null }] } };

        Assert.Equal(["p50", "p95", "p99"], WithoutVerdict(Compare(run, lossy)).Where(name => name.StartsWith('p')));
    }

    /// <summary>The figure and its spread must be of the same requests: those that failed are part of both.</summary>
    [Theory]
    [InlineData("p50")]
    [InlineData("p95")]
    [InlineData("p99")]
    [InlineData("mean")]
    public void WeightedFigure_EachSecondOnce_IsTheRunsFigure(string name)
    {
        var run = WithLatencies(new SimulatedRuns(11).Draw(), failures: 2);
        var metric = RunMetric.Find(name);
        var slots = run.Load.Seconds.Count;

        var (value, atLeast) = new SlottedRun(RunSecond.FromRun(run, RunSamples.None), slots)
            .WeightedFigure(metric)!([.. Enumerable.Repeat(1, slots)]);

        Assert.InRange(value / metric.Value(run), 0.998, 1.002);
        Assert.False(atLeast, "every request has a known duration");
        Assert.True(metric.Value(run) > metric.Value(WithLatencies(new SimulatedRuns(11).Draw())), "failures do not count");
    }

    [Fact]
    public void FromRuns_BHasRequestsThatTimedOut_IsWorseByAtLeastSoMuch()
    {
        var (a, b) = (new SimulatedRuns(11).Draw(), new SimulatedRuns(12).Draw());

        var p99 = Compare(WithLatencies(a), WithLatencies(b, timeouts: 2)).Single(figure => figure.Metric.Name == "p99").Comparison;

        Assert.Equal((false, true, ComparisonVerdict.Worse), (p99.AtLeastA, p99.AtLeastB, p99.Verdict));
        Assert.True(p99.Interval.Low > 500, $"{p99}");
        Assert.Equal(double.PositiveInfinity, p99.Interval.High);
    }

    [Fact]
    public void FromRuns_BothHaveRequestsThatTimedOut_DecidesNothingOfP99()
    {
        var (a, b) = (new SimulatedRuns(11).Draw(), new SimulatedRuns(12).Draw(2));

        var figures = Compare(WithLatencies(a, timeouts: 2), WithLatencies(b, timeouts: 2)).ToDictionary(
            figure => figure.Metric.Name, figure => figure.Comparison);

        Assert.Equal(ComparisonVerdict.NotDecided, figures["p99"].Verdict);
        Assert.Equal(ComparisonVerdict.Worse, figures["p50"].Verdict);
        Assert.False(figures["p50"].AtLeastB, "the median is far from the requests that timed out");
    }

    /// <summary>p99 itself is known, but a few more such requests would make it a lower bound.</summary>
    [Fact]
    public void FromRuns_P99IsJustBelowTheTimeOuts_HasNoUpperEnd()
    {
        var run = new SimulatedRuns(11).Draw();
        var few = WithLatencies(run, timeouts: 1, secondsWithTimeouts: (int)(run.Load.Sent / 110));

        var p99 = Compare(WithLatencies(run), few).Single(figure => figure.Metric.Name == "p99").Comparison;

        Assert.False(few.Load.Latency.P99.AtLeast, "p99 falls among the time-outs");
        Assert.True(p99.AtLeastB, $"{p99}");
    }

    [Fact]
    public void FromRuns_ARunWithoutSeconds_HasDifferencesWithoutIntervalAndVerdict()
    {
        var run = new SimulatedRuns(11).Draw();
        var slower = new SimulatedRuns(12).Draw(slower: 1.2);
        var totals = slower with { Load = slower.Load with { Seconds = [] } };

        var compared = Compare(run, totals);

        Assert.Equal(["req/s", "mean", "p50", "p95", "p99"], WithoutVerdict(compared).Take(5));
        Assert.Equal(compared.Count, WithoutVerdict(compared).Count());
        var mean = compared.Single(figure => figure.Metric.Name == "mean").Comparison;
        Assert.Equal(100 * (mean.MedianB / mean.MedianA - 1), mean.DifferencePercent, 6);
        Assert.Equal(("no interval", "no verdict"), (ComparisonText.Interval(mean), ComparisonText.Verdict(mean.Verdict)));
    }

    [Theory]
    [InlineData("mean")]
    [InlineData("p99")]
    public void Check_FigureWithoutVerdict_CannotBeDecided(string figure)
    {
        var run = new SimulatedRuns(11).Draw();

        var outcome = FailCondition.Parse($"{figure} > 5 %").Check(Compare(run, run with { Load = run.Load with { Seconds = [] } }));

        Assert.True(outcome.Failed);
        Assert.Null(outcome.Met);
        Assert.Contains("cannot be decided", outcome.Message);
    }

    [Fact]
    public void FromRuns_NothingSent_ComparesNothing()
    {
        var run = new SimulatedRuns(11).Draw();
        var empty = run with { Load = run.Load with { Seconds = [], Sent = 0, Successful = 0, ClientErrors = 0, Latency = SampleRecords.Latency(0) } };

        Assert.DoesNotContain(Compare(empty, empty), figure => figure.Metric.IsLatency);
    }

    private static IEnumerable<string> WithoutVerdict(IReadOnlyList<MetricComparison> figures) =>
        from figure in figures
        where figure.Comparison.Verdict == ComparisonVerdict.NoVerdict
        select figure.Metric.Name;

    internal static Comparison MeanOf(RunRecord a, RunRecord b) =>
        Compare(a, b).Single(figure => figure.Metric.Name == "mean").Comparison;

    private static IReadOnlyList<MetricComparison> Compare(RunRecord a, RunRecord b) =>
        RunComparison.FromRuns(a, RunSamples.None, b, RunSamples.None);

    /// <summary>Each second's requests, spread around its mean; failures take 5 s, and time-outs 30 s.</summary>
    internal static RunRecord WithLatencies(
        RunRecord run, int failures = 0, int timeouts = 0, int secondsWithTimeouts = int.MaxValue)
    {
        var whole = new LatencyDistribution();
        var seconds = run.Load.Seconds.Select(second =>
        {
            var latency = new LatencyDistribution();
            for (var number = 0; number < second.Successful; number++)
            {
                latency.Record((long)(second.MeanMs.Milliseconds!.Value * 1_000 * ((number % 7) + 1) / 4), RequestEnd.Success);
            }

            for (var number = 0; number < failures; number++)
            {
                latency.Record(5_000_000, RequestEnd.Failure);
            }

            // From the end, where most requests are.
            for (var number = 0; number < timeouts && run.Load.Seconds.Count - second.Second <= secondsWithTimeouts; number++)
            {
                latency.Record(30_000_000, RequestEnd.Unfinished);
            }

            whole.Merge(latency);
            return second with { Failed = latency.Failed, Latency = latency.ToBytes() };
        }).ToList();
        return run with
        {
            Load = run.Load with
            {
                Sent = whole.Count,
                ClientErrors = whole.Failed,
                Latency = LatencySummary.FromDistribution(whole),
                Seconds = seconds,
            },
        };
    }
}
