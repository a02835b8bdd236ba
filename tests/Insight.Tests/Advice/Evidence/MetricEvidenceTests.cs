using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class MetricEvidenceTests
{
    private const long Started = 1_700_000_000_000_000_000;

    [Fact]
    public void Gauge_TwoSeries_IsTheirSumAtEachMoment()
    {
        var metrics = new MetricEvidence([Sample("a", 1_000, 5), Sample("a", 0, 3), Sample("b", 0, 4), Sample("b", 1_000, 6)]);

        Assert.Equal([7, 11], metrics.Gauge("delivery", "counter"));
    }

    /// <summary>Two instances with 20 threads each have 40, not twice 20.</summary>
    [Fact]
    public void Gauge_InstancesThatExportAtDifferentMoments_IsTheirSumInEachSecond()
    {
        var metrics = new MetricEvidence(
            [Sample("a", 0, 20), Sample("b", 400, 21), Sample("a", 1_000, 22), Sample("b", 1_400, 23)]);

        Assert.Equal([41, 45], metrics.Gauge("delivery", "counter"));
    }

    [Fact]
    public void Growth_SeriesOfTheFirstExport_IsFromItsFirstValue()
    {
        var metrics = new MetricEvidence([Sample("a", 0, 10), Sample("a", 1_000, 14), Sample("b", 0, 1), Sample("b", 1_000, 3)]);

        Assert.Equal(4 + 2, metrics.Growth("delivery", "counter"));
    }

    /// <summary>Up to 0.3 s after the service's first export a series counts as a part of that export.</summary>
    [Theory]
    [InlineData(299.999, 4)]
    [InlineData(300, 14)]
    [InlineData(1_000, 14)]
    public void Growth_SeriesThatStartsLater_IsFromZeroAfterTheLimit(double startMs, double expected)
    {
        var metrics = new MetricEvidence([Sample("first", 0, 7), Sample("later", startMs, 10), Sample("later", 2_000, 14)]);

        Assert.Equal(expected, metrics.Growth("delivery", "counter"));
    }

    /// <summary>The second instance ran before the measurement; only its export is later.</summary>
    [Fact]
    public void Growth_TwoInstances_EachCountsFromItsOwnFirstExport()
    {
        var metrics = new MetricEvidence(
        [
            Sample("service.instance.id=a", 0, 100), Sample("service.instance.id=b", 700, 500),
            Sample("service.instance.id=a", 1_000, 104), Sample("service.instance.id=b", 1_700, 503),
        ]);

        Assert.Equal(4 + 3, metrics.Growth("delivery", "counter"));
    }

    private static MetricSample Sample(string attributes, double atMs, double value) =>
        new("delivery", "counter", attributes, Started + (long)(atMs * 1e6), value);
}
