using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class FalseAlarmsTests(ITestOutputHelper output)
{
    [Fact]
    public void FromRuns_RunsAlike_AreRareAndTold()
    {
        var random = new SeededRandom(4);

        var alarms = FalseAlarms.FromRuns([.. Enumerable.Range(0, 20).Select(_ => Run(700 * (1 + (0.05 * random.NextDouble()))))]);

        output.WriteLine($"{alarms.AnyAlarm} false alarms in {alarms.Comparisons} comparisons");
        Assert.Equal((20, 5, 200), (alarms.Runs, alarms.Pairs, alarms.Comparisons));
        Assert.InRange(alarms.AnyAlarm, 0, 4);
        Assert.InRange(alarms.Variation[RunMetric.Find("mean")], 0.01, 0.02);
    }

    [Fact]
    public void FromRuns_FewRuns_TakesThePairsThereAre() =>
        Assert.Equal(2, FalseAlarms.FromRuns([Run(700), Run(710), Run(705), Run(702)]).Pairs);

    [Fact]
    public void FromRuns_TooFewRuns_IsRefused() =>
        Assert.Contains("at least 4 runs", Assert.Throws<ArgumentException>(() => FalseAlarms.FromRuns([Run(700), Run(710)])).Message);

    private static RunRecord Run(double mean) =>
        SampleRecords.Run with { Load = SampleRecords.Run.Load with { Latency = SampleRecords.Latency(mean) } };
}
