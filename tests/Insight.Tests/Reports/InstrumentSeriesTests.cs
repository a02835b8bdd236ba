using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class InstrumentSeriesTests
{
    [Fact]
    public void PerSecond_RisingTotal_IsItsGrowth()
    {
        var series = Assert.Single(InstrumentSeries.PerSecond(Run(("a", 0, 10), ("a", 1, 13), ("a", 3, 23)), "total"));

        Assert.Equal([(1.5, 3.0), (3.5, 5.0)], series.Points.Select(point => (point.X, point.Y)));
    }

    [Fact]
    public void PerSecond_ProcessIsRestarted_CountsFromZero() =>
        Assert.Equal(2, Assert.Single(InstrumentSeries.PerSecond(Run(("a", 0, 100), ("a", 1, 2)), "total")).Largest);

    [Fact]
    public void Gauge_SeveralAttributeSets_AreAddedUp()
    {
        var series = Assert.Single(InstrumentSeries.Gauge(Run(("a", 0, 10), ("b", 0, 5)), "total"));

        Assert.Equal(15, Assert.Single(series.Points).Y);
    }

    [Fact]
    public void Growth_SeveralAttributeSets_IsAddedUpByService() =>
        Assert.Equal(6, InstrumentSeries.Growth(Run(("a", 0, 10), ("a", 9, 15), ("b", 0, 1), ("b", 9, 2)), "total")["gateway"]);

    private static ReportRun Run(params (string Attributes, int Second, double Value)[] values)
    {
        var started = SampleRecords.Run.Manifest.StartedAt.ToUnixTimeMilliseconds() * 1_000_000;
        var metrics = values.Select(each => new MetricSample(
            "gateway", "total", each.Attributes, started + (each.Second * 1_000_000_000L), each.Value));
        return ReportRun.FromRecord(SampleRecords.Run, RunSamples.None with { Metrics = [.. metrics] }, RunAnswers.None, 1);
    }
}
