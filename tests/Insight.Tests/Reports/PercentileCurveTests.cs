using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class PercentileCurveTests
{
    // 1 to 100,000 ms, each once: the latency at a percentile is its rank.
    private static readonly DistributionBucket[] Even =
        [.. Enumerable.Range(1, 100_000).Select(ms => new DistributionBucket(ms, 1))];

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 90_000)]
    [InlineData(2, 99_000)]
    [InlineData(3, 99_900)]
    [InlineData(4, 99_990)]
    public void FromDistribution_EvenDistribution_GivesTheRankOfEachPercentile(double x, double ms) =>
        Assert.Equal(ms, PercentileCurve.FromDistribution(Even).Single(point => point.X == x).Y);

    [Fact]
    public void FromDistribution_HundredRequests_EndsAtP99()
    {
        var curve = PercentileCurve.FromDistribution([new DistributionBucket(10, 99), new DistributionBucket(500, 1)]);

        Assert.Equal(new ChartPoint(2, 10), curve[^1]);
    }

    [Fact]
    public void FromDistribution_NoRequests_IsEmpty() => Assert.Empty(PercentileCurve.FromDistribution([]));

    [Fact]
    public void Chart_Table_NamesPercentiles()
    {
        var table = PercentileCurve.Chart("t", "d", [new ChartLine("a", "s1", [new(0, 5), new(2, 7), new(4, 9)])]).ToTable();

        Assert.Equal(["p0", "p99", "p99.99"], table.Rows.Select(row => row[0].Text));
    }
}
