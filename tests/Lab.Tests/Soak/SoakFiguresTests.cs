using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Soak;

namespace DroneDelivery.Lab.Tests.Soak;

public sealed class SoakFiguresTests
{
    [Fact]
    public void LatencySeries_TooManyArrivalsOfAPeriodWereDropped_HasNoValueThere()
    {
        var p99 = P99([Second(0, 100), Second(1, 100, dropped: 5), Second(2, 0, dropped: 9), Second(3, 100)], count: 10);

        Assert.Equal([0.5, 1.5, 2.5, 3.5], p99.Select(point => point.X));
        Assert.Equal([true, false, false, true], p99.Select(point => !double.IsNaN(point.Y)));
    }

    [Fact]
    public void LatencySeries_RequestsThatTimedOut_AreLowerBounds()
    {
        var p99 = P99([Second(0, 100), Second(1, 100, timeouts: 10), Second(2, 100), Second(3, 100)], count: 2);

        Assert.Equal([(1, true), (3, false)], p99.Select(point => (point.X, point.AtLeast)));
        Assert.InRange(p99[0].Y, 29_900, 30_100);
    }

    [Fact]
    public void LatencySeries_RequestsThatFailed_AreNextToSuccesses()
    {
        var series = Series([Second(0, 100), Second(1, 100, timeouts: 10)], count: 2);

        Assert.Equal(["p50", "p99", "p50 of successes", "p99 of successes"], series.Select(each => each.Figure));
        Assert.Equal([(20, false), (20, false)], series[3].Points.Select(point => (Math.Round(point.Y), point.AtLeast)));
        Assert.Equal(["p50", "p99"], Series([Second(0, 100)], count: 2).Select(each => each.Figure));
    }

    private static IReadOnlyList<ChartPoint> P99(SecondSample[] seconds, int count) =>
        Series(seconds, count).Single(series => series.Figure == "p99").Points;

    private static List<SoakSeries> Series(SecondSample[] seconds, int count) => [.. SoakFigures.LatencySeries(
        new RunData(SampleRecords.Run with { Load = SampleRecords.Run.Load with { Seconds = seconds } }, RunSamples.None), count)];

    private static SecondSample Second(int second, int requests, int dropped = 0, int timeouts = 0)
    {
        var latency = new LatencyDistribution();
        latency.RecordDropped(dropped);
        for (var request = 0; request < requests + timeouts; request++)
        {
            latency.Record(
                request < requests ? 20_000 : 30_000_000, request < requests ? RequestEnd.Success : RequestEnd.Unfinished);
        }

        return new SecondSample(second, 0, requests, timeouts, default, default, default) { Latency = latency.ToBytes() };
    }
}
