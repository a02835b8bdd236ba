using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class SlottedRunTests
{
    private static readonly RunMetric P50 = RunMetric.Find("p50");
    private static readonly RunMetric Throughput = RunMetric.Find("req/s");

    [Fact]
    public void WeightedFigure_SecondsOfDifferentWeight_CountAsOftenAsTheyWereDrawn()
    {
        var figure = new SlottedRun([Second(10), Second(40)], slots: 2).WeightedFigure(Throughput)!;

        Assert.Equal((25, false), figure([1, 1]));
        Assert.Equal((40, false), figure([0, 2]));
        Assert.Equal((double.NaN, false), figure([0, 0]));
    }

    /// <summary>Four seconds in two slots: the first two seconds share one.</summary>
    [Fact]
    public void WeightedFigure_MoreSecondsThanSlots_AreSpreadOverThem() =>
        Assert.Equal((15, false), new SlottedRun([Second(10), Second(20), Second(30), Second(40)], 2).WeightedFigure(Throughput)!([1, 0]));

    [Fact]
    public void WeightedFigure_NothingSucceeded_IsNone()
    {
        Assert.Null(new SlottedRun([Second(0), Second(0)], 2).WeightedFigure(Throughput));
        Assert.NotNull(new SlottedRun([Second(0), Second(1)], 2).WeightedFigure(Throughput));
    }

    /// <summary>Of four requests the second has rank p50: 20 ms, still known although the last two never ended.</summary>
    [Fact]
    public void WeightedFigure_RankOfTheLastKnownRequest_IsKnown()
    {
        var figure = new SlottedRun([Second(2, Latencies([10, 20], unfinished: 2))], 1).WeightedFigure(P50)!;

        var (value, atLeast) = figure([1]);

        Assert.Equal((20, false), (Math.Round(value, 1), atLeast));
    }

    [Fact]
    public void WeightedFigure_RankAmongUnfinishedRequests_IsALowerBound()
    {
        var figure = new SlottedRun([Second(1, Latencies([10], unfinished: 3))], 1).WeightedFigure(P50)!;

        var (value, atLeast) = figure([1]);

        Assert.InRange(value, 29_970, 30_030);
        Assert.True(atLeast);
    }

    [Fact]
    public void WeightedFigure_ASecondWithoutRequests_DoesNotHideTheOthers()
    {
        var seconds = new[] { Second(0, Latencies([])), Second(1, Latencies([10])) };

        Assert.NotNull(new SlottedRun(seconds, 2).WeightedFigure(P50));
        Assert.Null(new SlottedRun([seconds[0], seconds[0]], 2).WeightedFigure(P50));
        Assert.Null(new SlottedRun([seconds[1], Second(1)], 2).WeightedFigure(P50));
    }

    private static RunSecond Second(long successful, LatencyDistribution? latency = null) =>
        new(1, successful, successful, 0, 0, 0, 0, 0, latency);

    private static LatencyDistribution Latencies(int[] milliseconds, int unfinished = 0)
    {
        var latency = new LatencyDistribution();
        foreach (var value in milliseconds)
        {
            latency.Record(value * 1_000, RequestEnd.Success);
        }

        for (var request = 0; request < unfinished; request++)
        {
            latency.Record(30_000_000, RequestEnd.Unfinished);
        }

        return latency;
    }
}
