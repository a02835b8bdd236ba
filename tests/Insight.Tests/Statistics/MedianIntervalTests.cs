using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class MedianIntervalTests(ITestOutputHelper output)
{
    /// <summary>Both ends are left in: the true median lies outside with chance 2 / 2 to the power of their number.</summary>
    [Theory]
    [InlineData(2, 0.5)]
    [InlineData(3, 0.75)]
    [InlineData(4, 0.875)]
    [InlineData(5, 0.9375)]
    [InlineData(6, 0.96875)]
    [InlineData(8, 0.9921875)]
    public void FromValues_Few_RunsFromTheSmallestToTheLargest(int count, double coverage)
    {
        double[] values = [.. Enumerable.Range(1, count).Select(number => (double)(number * 5 % 11))];

        var interval = MedianInterval.FromValues(values);

        Assert.Equal((values.Min(), values.Max()), (interval.Low, interval.High));
        Assert.Equal(coverage, interval.Coverage, 9);
        Assert.Equal(coverage, MedianInterval.CoverageOf(count), 9);
    }

    /// <summary>From the table of the sign test: of nine values the second and the eighth, of twenty the sixth and the 15th.</summary>
    [Theory]
    [InlineData(9, 2, 8, 0.9609)]
    [InlineData(20, 6, 15, 0.9586)]
    public void FromValues_More_LeavesOutTheOutermost(int count, int low, int high, double coverage)
    {
        var interval = MedianInterval.FromValues([.. Enumerable.Range(1, count).Select(number => (double)number)]);

        Assert.Equal((low, high), (interval.Low, interval.High));
        Assert.Equal(coverage, interval.Coverage, 4);
    }

    /// <summary>Of a skewed distribution, whose median is ln 2.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(12)]
    public void Coverage_ManyIntervals_IsHowOftenTheyHoldTheTrueMedian(int count)
    {
        const int Many = 4_000;
        var random = new SeededRandom(5);
        var held = 0;
        for (var simulation = 0; simulation < Many; simulation++)
        {
            var interval = MedianInterval.FromValues(
                [.. Enumerable.Range(0, count).Select(_ => -Math.Log(1 - random.NextDouble()))]);
            held += interval.Low <= Math.Log(2) && Math.Log(2) <= interval.High ? 1 : 0;
        }

        output.WriteLine($"{count} values: held in {100.0 * held / Many:0.0} of 100");
        Assert.Equal(MedianInterval.CoverageOf(count), (double)held / Many, 0.02);
    }
}
