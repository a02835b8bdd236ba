using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RunIntervalTests(ITestOutputHelper output)
{
    private const int Simulations = 200;

    /// <summary>Blocks hold only a part of what lasts from second to second: where much lasts, intervals are too narrow.</summary>
    [Theory]
    [InlineData(20, 0.08, 0.1, "req/s", 0.9)]
    [InlineData(20, 0.08, 0.1, "mean", 0.9)]
    [InlineData(20, 0.08, 0.1, "p99", 0.9)]
    [InlineData(60, 0.08, 0.1, "mean", 0.9)]
    [InlineData(20, 0.1, 0.5, "mean", 0.85)]
    public void FromRun_TwoHundredRunsAlike_HoldsTheTrueFigureInMostOfThem(
        int seconds, double within, double lasting, string name, double bound)
    {
        var (runs, metric) = (new SimulatedRuns(11, seconds, within, lasting, rises: false), RunMetric.Find(name));
        var drawn = Enumerable.Range(0, Simulations).Select(_ => RunComparisonTests.WithLatencies(runs.Draw())).ToList();
        var truth = drawn.Average(metric.Value);

        var intervals = drawn.ConvertAll(run => Find(run, name).Range!.Value);

        var held = intervals.Count(interval => interval.Contains(truth));
        var width = intervals.Average(interval => (interval.High - interval.Low) / truth);
        output.WriteLine($"{seconds} s, seconds vary by {within:P0} and {lasting} of it lasts, {name}: {held} hold it, {width:P0} wide");
        Assert.True(held >= Simulations * bound, $"{held} of {Simulations}");
        Assert.True(width < 0.3, $"{width:P0} wide");
    }

    /// <summary>Only the assumed variation from run to run is left: 2 %, and t = 1.96.</summary>
    [Fact]
    public void FromRun_SecondsThatDoNotVary_HasTheIntervalOfTheAssumedVariation()
    {
        var run = new SimulatedRuns(7, rises: false).Draw();
        var even = run with { Load = run.Load with { Seconds = [.. run.Load.Seconds.Select(second => second with { MeanMs = 200 })] } };

        var interval = Find(even, "mean").Range!.Value;

        var mean = even.Load.Latency.MeanMs;
        Assert.Equal((0.962, 1.04), (Math.Round(interval.Low / mean, 3), Math.Round(interval.High / mean, 3)));
    }

    [Fact]
    public void FromRun_FewerThanFiveSeconds_DoNotShowHowMuchTheyVary()
    {
        Assert.Equal("the run is too short to show how much its seconds vary", Find(Draw(4), "mean").WhyNone);
        Assert.Null(Find(Draw(5), "mean").WhyNone);
    }

    [Fact]
    public void FromRun_SecondsWithoutDistributions_HaveNoIntervalOfPercentiles()
    {
        Assert.Equal("the run does not have it second by second", Find(Draw(), "p99").WhyNone);
        Assert.NotNull(Find(Draw(), "mean").Range);
    }

    [Fact]
    public void FromRun_FigureIsALowerBound_HasNoUpperEnd()
    {
        var run = RunComparisonTests.WithLatencies(Draw(), timeouts: 2);

        Assert.True(run.Load.Latency.P99.AtLeast, "p99 falls among the time-outs");
        Assert.Contains("requests timed out", Find(run, "p99").WhyNone);
        Assert.NotNull(Find(run, "p50").Range);
    }

    /// <summary>p99 itself is known, but a few more such requests would make it a lower bound.</summary>
    [Fact]
    public void FromRun_FigureIsJustBelowTheTimeOuts_HasNoUpperEnd()
    {
        var run = Draw(45);
        var few = RunComparisonTests.WithLatencies(run, timeouts: 1, secondsWithTimeouts: (int)(run.Load.Sent / 110));

        Assert.False(few.Load.Latency.P99.AtLeast, "p99 falls among the time-outs");
        Assert.Contains("requests timed out", Find(few, "p99").WhyNone);
    }

    [Fact]
    public void FromRun_FigureIsNotStated_SaysWhy()
    {
        var run = RunComparisonTests.WithLatencies(Draw());
        var latency = run.Load.Latency with { NotStated = new Dictionary<string, string> { ["p99"] = "8 % were dropped" } };

        Assert.Equal("8 % were dropped", Find(run with { Load = run.Load with { Latency = latency } }, "p99").WhyNone);
    }

    [Fact]
    public void FromRun_NothingSent_HasNoIntervals()
    {
        var run = Draw();
        var empty = run with { Load = run.Load with { Seconds = [], Sent = 0, Successful = 0, ClientErrors = 0, Latency = SampleRecords.Latency(0) } };

        Assert.Equal(["no request has it", "no request has it"], new[] { "req/s", "p99" }.Select(name => Find(empty, name).WhyNone));
    }

    private static RunRecord Draw(int seconds = 20) => new SimulatedRuns(7, seconds, rises: false).Draw();

    private static RunInterval Find(RunRecord run, string metric) =>
        RunInterval.FromRun(run, RunSamples.None, [RunMetric.Find(metric)]).Single();
}
