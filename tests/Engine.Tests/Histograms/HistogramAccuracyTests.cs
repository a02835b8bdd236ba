using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.Engine.Tests.Histograms;

public sealed class HistogramAccuracyTests
{
    private const double AllowedRelativeError = 0.001;

    public static TheoryData<string> Shapes => [.. Samples.Shapes];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void ValueAtPercentile_HalfAMillionValues_IsWithinATenthOfAPercentOfExact(string shape)
    {
        var exact = Samples.Draw(shape, 500_000);
        var histogram = Samples.Record(exact);
        Array.Sort(exact);

        foreach (var percentile in new[] { 0.1, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100 })
        {
            var expected = exact[(int)Math.Ceiling((percentile / 100 * exact.Length) - 1e-6) - 1];
            var actual = histogram.ValueAtPercentile(percentile);
            Assert.True(
                Math.Abs(actual - expected) <= expected * AllowedRelativeError,
                $"p{percentile} of {shape}: {actual} us, exactly {expected} us");
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Merge_InAnyOrderAndGrouping_EqualsRecordingInOne(string shape)
    {
        var values = Samples.Draw(shape, 30_000);
        LatencyHistogram Part(Range range) => Samples.Record(values[range]);

        var left = Merged(Merged(Part(..5_000), Part(5_000..20_000)), Part(20_000..));
        var right = Merged(Part(..5_000), Merged(Part(20_000..), Part(5_000..20_000)));

        Assert.Equivalent(Samples.Record(values).ToRecord(), left.ToRecord(), strict: true);
        Assert.Equivalent(left.ToRecord(), right.ToRecord(), strict: true);
    }

    [Fact]
    public void Merge_WithNothing_ChangesNothing()
    {
        var histogram = Samples.Record([3, 4]);
        var before = histogram.ToRecord();

        histogram.Merge(new LatencyHistogram());
        var other = Merged(new LatencyHistogram(), histogram);

        Assert.Equivalent(before, histogram.ToRecord(), strict: true);
        Assert.Equivalent(before, other.ToRecord(), strict: true);
    }

    [Fact]
    public void Record_ManyValues_AllocatesNothing()
    {
        var values = Samples.Draw("lognormal", 100_000);
        var histogram = new LatencyHistogram();
        histogram.Record(values[0]);

        // The least of several: a collection, for whatever thread, counts the rest of this thread's 8 KB as allocated.
        Assert.Equal(0, Enumerable.Range(0, 10).Min(_ => AllocatedBy(histogram, values)));
    }

    private static long AllocatedBy(LatencyHistogram histogram, long[] values)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        foreach (var value in values)
        {
            histogram.Record(value);
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static LatencyHistogram Merged(LatencyHistogram one, LatencyHistogram other)
    {
        one.Merge(other);
        return one;
    }
}
