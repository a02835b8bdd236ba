using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class PercentileCurveTests
{
    private const double LatencyHistogramError = 0.0005;

    // 1 to 100,000 ms, each once: the latency at a percentile is its rank.
    private static readonly LatencyDistribution Even = Latencies([.. Enumerable.Range(1, 100_000).Select(ms => (double)ms)]);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 90_000)]
    [InlineData(2, 99_000)]
    [InlineData(3, 99_900)]
    [InlineData(4, 99_990)]
    public void FromDistribution_EvenDistribution_GivesTheRankOfEachPercentile(double x, double ms) =>
        Assert.Equal(ms, PercentileCurve.FromDistribution(Even).Single(point => point.X == x).Y, ms * LatencyHistogramError);

    [Fact]
    public void FromDistribution_HundredRequests_EndsAtTheSlowestBeyondP99()
    {
        var curve = PercentileCurve.FromDistribution(Latencies([.. Enumerable.Repeat(10.0, 99), 500]));

        Assert.Equal((2, 10), (curve[^2].X, Math.Round(curve[^2].Y)));
        Assert.Equal((2.04, 500), (curve[^1].X, Math.Round(curve[^1].Y)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(950)]
    [InlineData(1_000)]
    [InlineData(9_999)]
    public void FromDistribution_LessThanTenThousandRequests_EndsAtTheHighestPercentilesOfTheText(int requests)
    {
        var latency = Latencies([.. Enumerable.Range(1, requests).Select(ms => (double)ms)]);

        var end = PercentileCurve.FromDistribution(latency)[^1];

        Assert.Equal(latency.Percentile(99.99).Milliseconds, end.Y);
        Assert.Equal(requests, end.Y, requests * LatencyHistogramError);
    }

    [Fact]
    public void FromDistribution_NoRequests_IsEmpty() => Assert.Empty(PercentileCurve.FromDistribution(new LatencyDistribution()));

    [Fact]
    public void FromDistribution_ArrivalsDropped_LeavesAGapAtWhatIsNotStated()
    {
        var latency = Latencies([.. Enumerable.Repeat(10.0, 98)]);
        latency.RecordDropped(2);

        var curve = PercentileCurve.FromDistribution(latency);

        Assert.Equal(10, curve.Single(point => point.X == 1).Y, 10 * LatencyHistogramError);
        Assert.Equal(double.NaN, curve[^1].Y);
    }

    [Fact]
    public void FromRun_OlderRunWithBucketsOnly_IsDrawnIfEveryDurationIsKnown()
    {
        var load = SampleRecords.Run.Load;
        var bounded = load with { Latency = load.Latency with { AtLeast = ["p99"] } };

        Assert.Equal(400, Curve(load)[0].Y, 400 * LatencyHistogramError);
        Assert.Empty(Curve(bounded));

        static IReadOnlyList<ChartPoint> Curve(LoadRecord load) => PercentileCurve.FromRun(
            ReportRun.FromRecord(SampleRecords.Run with { Load = load }, RunSamples.None, RunAnswers.None, 1));
    }

    [Fact]
    public void Chart_Table_NamesPercentiles()
    {
        var table = PercentileCurve.Chart("t", "d", [new ChartLine("a", "s1", [new(0, 5), new(2, 7), new(4, 9)])]).ToTable();

        Assert.Equal(["p0", "p99", "p99.99"], table.Rows.Select(row => row[0].Text));
    }

    private static LatencyDistribution Latencies(params double[] milliseconds)
    {
        var latency = new LatencyDistribution();
        Array.ForEach(milliseconds, ms => latency.Record((long)(ms * 1_000), RequestEnd.Success));
        return latency;
    }
}
