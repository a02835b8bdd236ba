using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class TimeBucketsTests
{
    [Theory]
    [InlineData(45.2, 1)]
    [InlineData(120, 1)]
    [InlineData(480.3, 5)]
    public void Width_AnyDuration_LeavesAtMost120Buckets(double seconds, int width) =>
        Assert.Equal(width, TimeBuckets.Width(seconds));

    [Fact]
    public void PeakRequestUnits_LongRun_KeepsTheHighestSecondOfEachBucket()
    {
        PartitionSecond[] seconds = [new(0, 10, 1, 0), new(3, 90, 1, 0), new(4, 20, 1, 0), new(5, 30, 1, 0)];
        var partition = new PartitionRecord("0", 100, 1, seconds);

        var peaks = TimeBuckets.PeakRequestUnits(partition, 480);

        Assert.Equal([90, 30, 0], peaks.Take(3));
    }

    // Else every line would end in a fall to almost nothing.
    [Fact]
    public void PeakRequestUnits_FractionOfASecondAtTheEnd_IsNoBucket()
    {
        var partition = new PartitionRecord("0", 100, 1, [new(44, 80, 1, 0), new(45, 3, 1, 0)]);

        Assert.Equal(80, TimeBuckets.PeakRequestUnits(partition, 45.2)[^1]);
    }

    [Fact]
    public void LoadSlice_FractionOfASecondAtTheEnd_IsNoSlice()
    {
        var load = SampleRecords.Run.Load with
        {
            DurationSeconds = 2.1,
            Seconds = [new(0, 1, 10, 0, 500, 500, 600), new(1, 2, 30, 0, 700, 700, 800), new(2, 2, 1, 0, 400, 400, 400)],
        };

        var slices = LoadSlice.Of(load).Select(slice => (slice.At, slice.Users, slice.RequestsPerSecond));

        Assert.Equal([(0.5, 1, 10.0), (1.5, 2, 30.0)], slices);
    }

    [Fact]
    public void LoadSlice_LongRun_WeighsLatencyByRequests()
    {
        var load = SampleRecords.Run.Load with
        {
            DurationSeconds = 240,
            Seconds = [new(0, 1, 10, 0, 100, 100, 200), new(1, 3, 30, 0, 500, 500, 600)],
        };

        var slice = Assert.Single(LoadSlice.Of(load));
        Assert.Equal((1.0, 3, 20.0, 400.0, 500.0), (slice.At, slice.Users, slice.RequestsPerSecond, slice.MeanMs, slice.P95Ms));
    }
}
