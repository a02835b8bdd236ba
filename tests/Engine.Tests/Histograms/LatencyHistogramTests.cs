using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Engine.Tests.Histograms;

public sealed class LatencyHistogramTests
{
    private const double AllowedRelativeError = 0.001;

    public static TheoryData<string> Distributions => ["uniform", "exponential", "lognormal", "pareto", "two peaks"];

    [Theory]
    [MemberData(nameof(Distributions))]
    public void ValueAtPercentile_RandomValues_IsWithinATenthOfAPercentOfExact(string distribution)
    {
        var exact = Draw(distribution, 200_000);
        var histogram = Record(exact);
        Array.Sort(exact);

        foreach (var percentile in new[] { 0, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100 })
        {
            var expected = exact[Math.Max(0, (int)Math.Ceiling((percentile / 100 * exact.Length) - 1e-6) - 1)];
            var actual = histogram.ValueAtPercentile(percentile);
            Assert.True(
                Math.Abs(actual - expected) <= expected * AllowedRelativeError,
                $"p{percentile} of {distribution}: {actual} us, exactly {expected} us");
        }
    }

    [Theory]
    [MemberData(nameof(Distributions))]
    public void Moments_RandomValues_AreExact(string distribution)
    {
        var exact = Draw(distribution, 50_000);

        var histogram = Record(exact);

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
        var histogram = Record(Enumerable.Range(1, count).Select(value => value == count ? 1_000_000 : value < rank ? 1L : 100));

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
            var bucket = Assert.Single(Record([value]).Buckets());
            Assert.True(bucket.From <= value && value < bucket.To, $"{value} was counted in {bucket}");
            Assert.True(bucket.To - bucket.From <= Math.Max(1, value / 1024.0), $"{bucket} is too wide for {value}");
        }
    }

    [Fact]
    public void Merge_TwoHalves_EqualsTheWhole()
    {
        var values = Draw("lognormal", 10_000);
        var halves = Record(values[..3_000]);

        halves.Merge(Record(values[3_000..]));

        Assert.Equivalent(Record(values).ToRecord(), halves.ToRecord(), strict: true);
    }

    [Fact]
    public void Record_BeyondRange_IsSaturatedAndKept()
    {
        var tooLong = (long)TimeSpan.FromHours(2).TotalMicroseconds;

        var histogram = Record([1_000, 2_000, tooLong]);

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
        var histogram = Record([5, 70_000, (long)TimeSpan.FromHours(3).TotalMicroseconds]);

        histogram.Clear();
        histogram.Record(42);

        Assert.Equivalent(Record([42]).ToRecord(), histogram.ToRecord(), strict: true);
    }

    [Fact]
    public void Record_ManyValues_AllocatesNothing()
    {
        var histogram = Record([1]);
        var allocated = Enumerable.Range(0, 5).Select(_ => AllocatedBy(histogram)).ToList();

        // The runtime compiles the loop again while it runs and allocates for that, once or twice; recording would allocate every time.
        Assert.Equal(0, allocated.Min());
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(100.1)]
    [InlineData(double.NaN)]
    public void ValueAtPercentile_OutsideZeroToHundred_IsRefused(double percentile) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyHistogram().ValueAtPercentile(percentile));

    private static long AllocatedBy(LatencyHistogram histogram)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var value = 0L; value < 100_000; value++)
        {
            histogram.Record(value * 17);
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static LatencyHistogram Record(IEnumerable<long> values)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in values)
        {
            histogram.Record(value);
        }

        return histogram;
    }

    private static long[] Draw(string distribution, int count)
    {
        var random = new SeededRandom(7);
        Func<double> draw = distribution switch
        {
            "uniform" => () => random.NextDouble() * 1_000_000,
            "exponential" => () => -Math.Log(1 - random.NextDouble()) * 50_000,
            "lognormal" => () => Math.Exp(11 + (0.8 * (random.NextDouble() + random.NextDouble() + random.NextDouble() - 1.5))),
            "pareto" => () => 1_000 / Math.Pow(1 - random.NextDouble(), 1 / 1.5),
            _ => () => (random.NextDouble() < 0.98 ? 1_000 : 2_000_000) * (1 + (random.NextDouble() / 3)),
        };
        return [.. Enumerable.Range(0, count).Select(_ => (long)draw())];
    }
}
