using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

/// <summary>What the comparison of single runs promises, counted on simulated ones. The rates are printed.</summary>
public sealed class RunComparisonRateTests(ITestOutputHelper output)
{
    private const int Simulations = 200;

    [Fact]
    public void FromRuns_TwoHundredPairsOfSingleRunsAlike_RaiseAtMostOneFalseAlarmInAHundred()
    {
        var runs = new SimulatedRuns(5);
        var alarms = Enumerable.Range(0, Simulations).Count(
            _ => RunComparisonTests.MeanOf(runs.Draw(), runs.Draw()).Verdict != ComparisonVerdict.NoDifferenceSeen);

        output.WriteLine($"single runs alike: {alarms} false alarms in {Simulations}");
        Assert.True(alarms <= Simulations / 100, $"{alarms} false alarms");
    }

    /// <summary>
    /// Single runs find less than repeats do: a fifth where seconds vary as the lab's do, three tenths where they vary more.
    /// </summary>
    [Theory]
    [InlineData(0.08, 0.1, 1.2)]
    [InlineData(0.1, 0.5, 1.3)]
    public void FromRuns_TwoHundredPairsOfSingleRunsFarApart_FindsAtLeastNinetyFiveInAHundred(
        double within, double lasting, double slower)
    {
        var runs = new SimulatedRuns(6, within: within, lasting: lasting);
        var found = Enumerable.Range(0, Simulations).Count(
            _ => RunComparisonTests.MeanOf(runs.Draw(), runs.Draw(slower)).Verdict == ComparisonVerdict.Worse);

        output.WriteLine($"single runs, seconds vary by {within:P0} and {lasting} of it lasts, {slower - 1:P0} slower: {found} of {Simulations} found");
        Assert.True(found >= Simulations * 0.95, $"{found} found");
    }
}
