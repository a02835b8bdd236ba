using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RunComparisonTests(ITestOutputHelper output)
{
    private const int Simulations = 200;

    [Fact]
    public void Of_TwoHundredPairsOfSingleRunsAlike_RaiseAtMostOneFalseAlarmInAHundred()
    {
        var runs = new SimulatedRuns(5);
        var alarms = Enumerable.Range(0, Simulations).Count(
            _ => MeanOf(runs.Draw(), runs.Draw()).Verdict != ComparisonVerdict.NoDifferenceSeen);

        output.WriteLine($"single runs alike: {alarms} false alarms in {Simulations}");
        Assert.True(alarms <= Simulations / 100, $"{alarms} false alarms");
    }

    /// <summary>
    /// Single runs find less than repeats do: a fifth where seconds vary as the lab's do, three tenths where they vary more.
    /// </summary>
    [Theory]
    [InlineData(0.08, 0.1, 1.2)]
    [InlineData(0.1, 0.5, 1.3)]
    public void Of_TwoHundredPairsOfSingleRunsFarApart_FindsAtLeastNinetyFiveInAHundred(
        double within, double lasting, double slower)
    {
        var runs = new SimulatedRuns(6, within: within, lasting: lasting);
        var found = Enumerable.Range(0, Simulations).Count(
            _ => MeanOf(runs.Draw(), runs.Draw(slower)).Verdict == ComparisonVerdict.Worse);

        output.WriteLine($"single runs, seconds vary by {within:P0} and {lasting} of it lasts, {slower - 1:P0} slower: {found} of {Simulations} found");
        Assert.True(found >= Simulations * 0.95, $"{found} found");
    }

    [Fact]
    public void Of_LoadThatRises_DoesNotTakeItsRiseForNoise()
    {
        // Latency triples along the run; drawn without regard to place the mean would vary by far more than this.
        var comparison = MeanOf(new SimulatedRuns(7).Draw(), new SimulatedRuns(8).Draw());

        Assert.True(comparison.High - comparison.Low < 20, $"{comparison}");
    }

    [Fact]
    public void Of_RunsOfDifferentLength_AreLaidSideBySide()
    {
        var comparison = MeanOf(new SimulatedRuns(9, 45).Draw(), new SimulatedRuns(10, 480).Draw());

        Assert.Equal(ComparisonVerdict.NoDifferenceSeen, comparison.Verdict);
    }

    [Fact]
    public void Of_RequestsKeptOneByOne_GivesPercentilesAnInterval()
    {
        var (a, b) = (new SimulatedRuns(11).Draw(), new SimulatedRuns(12).Draw());
        string[] percentiles = ["p50", "p95", "p99"];

        var with = RunComparison.FromRuns(a, Requests(a), b, Requests(b));
        var without = RunComparison.FromRuns(a, RunSamples.None, b, RunSamples.None);

        Assert.Equal(percentiles, with.Select(figure => figure.Metric.Name).Intersect(percentiles));
        Assert.Empty(without.Select(figure => figure.Metric.Name).Intersect(percentiles));
        Assert.All(with, figure => Assert.True(figure.Comparison.Low < figure.Comparison.High, $"{figure}"));
    }

    [Fact]
    public void Of_SomeRequestsLost_DoesNotJudgePercentilesByTheRest()
    {
        var run = new SimulatedRuns(11).Draw();
        var lossy = Requests(run) with { Losses = new SampleLosses { Requests = 3 } };

        Assert.DoesNotContain("p99", RunComparison.FromRuns(run, lossy, run, lossy).Select(figure => figure.Metric.Name));
    }

    [Fact]
    public void Of_ARunThatMeasuredNothing_ComparesNothing()
    {
        var run = new SimulatedRuns(11).Draw();
        var empty = run with { Load = run.Load with { Seconds = [] } };

        Assert.Empty(RunComparison.FromRuns(run, RunSamples.None, empty, RunSamples.None));
    }

    private static Comparison MeanOf(RunRecord a, RunRecord b) =>
        RunComparison.FromRuns(a, RunSamples.None, b, RunSamples.None).Single(figure => figure.Metric.Name == "mean").Comparison;

    /// <summary>Each second's requests, spread around its mean.</summary>
    private static RunSamples Requests(RunRecord run)
    {
        var start = run.Manifest.StartedAt.ToUnixTimeMilliseconds() * 1_000_000;
        return RunSamples.None with
        {
            Requests =
            [
                .. from second in run.Load.Seconds
                   from number in Enumerable.Range(0, (int)second.Successful)
                   let done = start + (second.Second * 1_000_000_000L) + (number * 1_000_000)
                   let scheduled = done - (long)(second.MeanMs * 1e6 * (number % 7) / 3)
                   select new RequestRecord("", scheduled, scheduled, scheduled, done, done, 200, null, 10),
            ],
        };
    }
}
