using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.Engine.Tests.Histograms;

public sealed class LatencyHistogramTests
{
    private const double AllowedRelativeError = 0.001;

    public static TheoryData<string> Shapes => [.. Samples.Shapes];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void ValueAtPercentile_RandomValues_IsWithinATenthOfAPercentOfExact(string shape)
    {
        var exact = Samples.Draw(shape, 500_000);
        var histogram = Samples.Record(exact);
        Array.Sort(exact);

        foreach (var percentile in new[] { 0, 0.1, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100 })
        {
            var expected = exact[Math.Max(0, (int)Math.Ceiling((percentile / 100 * exact.Length) - 1e-6) - 1)];
            var actual = histogram.ValueAtPercentile(percentile);
            Assert.True(
                Math.Abs(actual - expected) <= expected * AllowedRelativeError,
                $"p{percentile} of {shape}: {actual} us, exactly {expected} us");
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Moments_RandomValues_AreExact(string shape)
    {
        var exact = Samples.Draw(shape, 50_000);

        var histogram = Samples.Record(exact);

        var mean = (double)exact.Sum() / exact.Length;
        Assert.Equal(mean, histogram.Mean);
        Assert.Equal(exact.Min(), histogram.Min);
        Assert.Equal(exact.Max(), histogram.Max);
    }

    // 0.999 x 1,000 is a little more than 999 in binary: without an allowance the rank would be the maximum's.
    [Theory]
    [InlineData(99.9, 1_000, 999)]
    [InlineData(99.99, 10_000, 9_999)]
    [InlineData(99, 100, 99)]
    [InlineData(50, 2, 1)]
    [InlineData(50.1, 2, 2)]
    [InlineData(0, 10, 1)]
    public void ValueAtPercentile_ExactRank_IsThatValue(double percentile, int count, long rank)
    {
        var histogram = Samples.Record(
            Enumerable.Range(1, count).Select(value => value == count ? 1_000_000 : value < rank ? 1L : 100));

        Assert.Equal(rank == count ? 1_000_000 : 100, histogram.ValueAtPercentile(percentile), 500.0);
        Assert.Equal(rank, LatencyHistogram.Rank(percentile, count));
    }

    [Fact]
    public void Buckets_EveryPowerOfTwo_HoldTheValueAndTouchNoOther()
    {
        var powers = Enumerable.Range(0, 32).Select(bit => 1L << bit);
        var values = powers.SelectMany(power => new[] { power - 1, power, power + 1 }).Distinct();

        foreach (var value in values)
        {
            var bucket = Assert.Single(Samples.Record([value]).Buckets());
            Assert.True(bucket.From <= value && value < bucket.To, $"{value} was counted in {bucket}");
            Assert.True(bucket.To - bucket.From <= Math.Max(1, value / 1024.0), $"{bucket} is too wide for {value}");
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
    public void Record_BeyondRange_IsSaturatedAndKept()
    {
        var tooLong = (long)TimeSpan.FromHours(2).TotalMicroseconds;

        var histogram = Samples.Record([1_000, 2_000, tooLong]);

        Assert.Equal(3, histogram.Count);
        Assert.Equal(1, histogram.Saturated);
        Assert.Equal(tooLong, histogram.Max);
        Assert.Equal((tooLong + 3_000) / 3.0, histogram.Mean);
        Assert.Equal(tooLong, histogram.ValueAtPercentile(99));
        Assert.Equal(1_000, histogram.ValueAtPercentile(1));
    }

    [Fact]
    public void Empty_EveryFigure_IsZero()
    {
        var histogram = new LatencyHistogram();

        Assert.Equal((0, 0, 0), (histogram.Count, histogram.Min, histogram.Max));
        Assert.Equal((0.0, 0), (histogram.Mean, histogram.ValueAtPercentile(99)));
        Assert.Empty(histogram.Buckets());
    }

    [Fact]
    public void Clear_AfterUse_LeavesNothingBehind()
    {
        var histogram = Samples.Record([5, 70_000, (long)TimeSpan.FromHours(3).TotalMicroseconds]);

        histogram.Clear();
        histogram.Record(42);

        Assert.Equivalent(Samples.Record([42]).ToRecord(), histogram.ToRecord(), strict: true);
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

    [Theory]
    [InlineData(-0.1)]
    [InlineData(100.1)]
    [InlineData(double.NaN)]
    public void ValueAtPercentile_OutsideZeroToHundred_IsRefused(double percentile) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyHistogram().ValueAtPercentile(percentile));

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
