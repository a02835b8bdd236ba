using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

/// <summary>How often requests of B are said to fail more often, counted on simulated runs. The rates are printed.</summary>
public sealed class FailureRateTests(ITestOutputHelper output)
{
    private const int Simulations = 200;
    private const int Sent = 1_000;

    [Theory]
    [InlineData("independent", 2)]
    [InlineData("independent", 5)]
    [InlineData("varying", 2)]
    [InlineData("varying", 5)]
    [InlineData("outages", 2)]
    [InlineData("outages", 5)]
    public void FailsMoreInB_TwoHundredComparisonsOfTheSame_RaiseAtMostOneFalseAlarmInAHundred(string kind, int repeats)
    {
        var alarms = Simulate(kind, repeats, moreInB: 1).Count(runs => runs.FailsMoreInB);

        output.WriteLine($"{kind}: {alarms} false alarms in {Simulations} comparisons of {repeats} pairs");
        Assert.True(alarms <= Simulations / 100, $"{alarms} false alarms");
    }

    [Theory]
    [InlineData("independent", 3)]
    [InlineData("varying", 5)]
    public void FailsMoreInB_TwoHundredComparisonsWithFiveTimesTheFailures_FindsAtLeastNinetyFiveInAHundred(
        string kind, int repeats)
    {
        var found = Simulate(kind, repeats, moreInB: 5).Count(runs => runs.FailsMoreInB);

        output.WriteLine($"{kind}: {found} of {Simulations} comparisons of {repeats} pairs found it");
        Assert.True(found >= Simulations * 0.95, $"{found} found");
    }

    /// <summary>Failures of one outage are one event, however many requests it takes with it.</summary>
    [Fact]
    public void FailsMoreInB_OneRunOfBHasAllFailures_IsNotSeen()
    {
        Assert.False(new RunGroups([Run(0), Run(0), Run(0)], [Run(0), Run(90), Run(0)]).FailsMoreInB);
        Assert.True(new RunGroups([Run(0), Run(0), Run(0)], [Run(30), Run(30), Run(30)]).FailsMoreInB);
    }

    private static IEnumerable<RunGroups> Simulate(string kind, int repeats, double moreInB)
    {
        var random = new SeededRandom(23);
        for (var simulation = 0; simulation < Simulations; simulation++)
        {
            RunRecord[] a = [.. Enumerable.Range(0, repeats).Select(_ => Draw(kind, 0.01, random))];
            RunRecord[] b = [.. Enumerable.Range(0, repeats).Select(_ => Draw(kind, 0.01 * moreInB, random))];
            yield return new RunGroups(a, b);
        }
    }

    private static RunRecord Draw(string kind, double share, SeededRandom random)
    {
        var ofRun = share * kind switch
        {
            "independent" => 1,
            "varying" => 0.5 + random.NextDouble(),
            _ => random.NextDouble() < 0.25 ? 8 * random.NextDouble() : 0,
        };
        return Run(Enumerable.Range(0, Sent).Count(_ => random.NextDouble() < ofRun));
    }

    private static RunRecord Run(long failed)
    {
        var load = SampleRecords.Run.Load;
        return SampleRecords.Run with { Load = load with { Sent = Sent, ClientErrors = failed, Unanswered = 0 } };
    }
}
