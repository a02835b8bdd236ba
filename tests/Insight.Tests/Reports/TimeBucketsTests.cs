using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
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

        var slices = LoadSlice.FromSeconds(load, RunSamples.None).Select(slice => (slice.At, slice.Users, slice.RequestsPerSecond));

        Assert.Equal([(0.5, 1, 10.0), (1.5, 2, 30.0)], slices);
    }

    // 99 quick requests and one slow second: the mean of both seconds' p95 would be 500 ms.
    [Fact]
    public void LoadSlice_LongRun_TakesThePercentileOfTheMergedHistograms()
    {
        var load = SampleRecords.Run.Load with
        {
            DurationSeconds = 240,
            Seconds = [new(0, 1, 99, 0, 100, 100, 100), new(1, 3, 1, 1, 0, 0, 0)],
        };
        var (quick, slow) = (new LatencyDistribution(), new LatencyDistribution());
        quick.Successes.Merge(Repeated(100, 99));
        slow.Record(900_000, RequestEnd.Success);
        slow.Record(5_000_000, RequestEnd.Unfinished);
        var latencies = new Dictionary<int, byte[]> { [0] = quick.ToBytes(), [1] = slow.ToBytes() };

        var slice = Assert.Single(LoadSlice.FromSeconds(load, RunSamples.None with { SecondLatencies = latencies }));

        Assert.Equal((1.0, 3, 50.0, 101L), (slice.At, slice.Users, slice.RequestsPerSecond, slice.Requests));
        Assert.Equal((100.0, false), (Math.Round(slice.P95.Milliseconds!.Value), slice.P95.AtLeast));
        Assert.Equal((156.0, true), (Math.Round(slice.Mean.Milliseconds!.Value), slice.Mean.AtLeast));
    }

    [Fact]
    public void LoadSlice_LongRunWithoutHistograms_HasAMeanAndNoPercentile()
    {
        var load = SampleRecords.Run.Load with
        {
            DurationSeconds = 240,
            Seconds = [new(0, 1, 10, 0, 100, 100, 200), new(1, 3, 30, 0, 500, 500, 600)],
        };

        var slice = Assert.Single(LoadSlice.FromSeconds(load, RunSamples.None));

        Assert.Equal((new LatencyValue(400), LatencyValue.None), (slice.Mean, slice.P95));
    }

    private static LatencyHistogram Repeated(int milliseconds, int count)
    {
        var histogram = new LatencyHistogram();
        for (var request = 0; request < count; request++)
        {
            histogram.Record(milliseconds * 1_000);
        }

        return histogram;
    }
}
