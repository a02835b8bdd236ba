using System.Text.Json;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.Engine.Tests.Histograms;

public sealed class HistogramRecordTests
{
    [Fact]
    public void ThroughJson_SomeValues_GivesTheSameHistogramBack()
    {
        var histogram = Some();

        var json = JsonSerializer.Serialize(histogram.ToRecord(), JsonSerializerOptions.Web);
        var back = LatencyHistogram.FromRecord(JsonSerializer.Deserialize<HistogramRecord>(json, JsonSerializerOptions.Web)!);

        Assert.Equivalent(histogram.ToRecord(), back.ToRecord(), strict: true);
        Assert.Equal(histogram.ValueAtPercentile(50), back.ValueAtPercentile(50));
        Assert.Equal(histogram.Mean, back.Mean);
    }

    [Fact]
    public void FromRecord_Empty_CanBeRecordedTo()
    {
        var histogram = LatencyHistogram.FromRecord(new LatencyHistogram().ToRecord());

        histogram.Record(30);

        Assert.Equal(30, histogram.Min);
    }

    [Fact]
    public void FromRecord_CountsThatDoNotAddUp_AreRefused()
    {
        var record = Some().ToRecord();

        var error = Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Count = record.Count + 1 }));

        Assert.Contains("add up to 4, not to 5", error.Message);
    }

    [Fact]
    public void FromRecord_NegativeCount_IsRefused()
    {
        var record = Some().ToRecord();

        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Counts = [-1, 4] }));
        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Saturated = -1, Counts = [3, 2] }));
    }

    [Fact]
    public void FromRecord_OtherLayoutOrIndexOutOfRange_IsRefused()
    {
        var record = Some().ToRecord();

        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { BucketsPerOctave = 64 }));
        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Indexes = [0, 1, 1_000_000] }));
    }

    [Fact]
    public void FromRecord_IndexesNotAscending_IsRefused()
    {
        var record = Some().ToRecord();
        int[] indexes = [.. record.Indexes];

        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Indexes = [indexes[0], indexes[0]] }));
        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Indexes = [indexes[1], indexes[0]] }));
    }

    [Theory]
    [InlineData(-1, 12_345)]
    [InlineData(12_345, 0)]
    [InlineData(1, 12_345)]
    [InlineData(0, 12_000)]
    public void FromRecord_MinimumOrMaximumInsideOfTheCounts_IsRefused(long min, long max)
    {
        var histogram = new LatencyHistogram();
        histogram.Record(0);
        histogram.Record(12_345);

        Assert.Throws<FormatException>(
            () => LatencyHistogram.FromRecord(histogram.ToRecord() with { MinMicroseconds = min, MaxMicroseconds = max }));
    }

    [Fact]
    public void FromRecord_CountsThatOverflow_AreRefused()
    {
        var record = Some().ToRecord();

        Assert.Throws<FormatException>(() => LatencyHistogram.FromRecord(record with { Counts = [long.MaxValue, long.MaxValue] }));
    }

    private static LatencyHistogram Some()
    {
        var histogram = new LatencyHistogram();
        foreach (var value in new[] { 0L, 12_345, 12_345, (long)TimeSpan.FromDays(1).TotalMicroseconds })
        {
            histogram.Record(value);
        }

        return histogram;
    }
}
