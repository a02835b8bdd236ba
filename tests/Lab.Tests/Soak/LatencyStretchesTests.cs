using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Soak;

namespace DroneDelivery.Lab.Tests.Soak;

public sealed class LatencyStretchesTests
{
    [Fact]
    public void Series_TooManyArrivalsOfAStretchWereDropped_HasNoValueThere()
    {
        var p99 = P99([Second(0, 100), Second(1, 100, dropped: 5), Second(2, 0, dropped: 9), Second(3, 100)], count: 10);

        Assert.Equal([0.5, 1.5, 2.5, 3.5], p99.Select(point => point.Second));
        Assert.Equal([true, false, false, true], p99.Select(point => point.Value is not null));
    }

    [Fact]
    public void Series_RequestsThatTimedOut_AreLowerBounds()
    {
        var p99 = P99([Second(0, 100), Second(1, 100, timeouts: 10), Second(2, 100), Second(3, 100)], count: 2);

        Assert.Equal([(1, true), (3, false)], p99.Select(point => (point.Second, point.AtLeast)));
        Assert.InRange(p99[0].Value!.Value, 29_900, 30_100);
    }

    private static IReadOnlyList<SoakPoint> P99((int Second, byte[] Latency)[] seconds, int count) =>
        LatencyStretches.Series(seconds.ToDictionary(each => each.Second, each => each.Latency), count)
            .Single(series => series.Figure == "p99").Points;

    private static (int Second, byte[] Latency) Second(int second, int requests, int dropped = 0, int timeouts = 0)
    {
        var latency = new LatencyDistribution();
        latency.RecordDropped(dropped);
        for (var request = 0; request < requests + timeouts; request++)
        {
            latency.Record(
                request < requests ? 20_000 : 30_000_000, request < requests ? RequestEnd.Success : RequestEnd.Unfinished);
        }

        return (second, latency.ToBytes());
    }
}
