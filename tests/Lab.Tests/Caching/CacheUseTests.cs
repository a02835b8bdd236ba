using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Caching;

namespace DroneDelivery.Lab.Tests.Caching;

public sealed class CacheUseTests
{
    // The first stale answer comes after the first export, so that its series begins at zero.
    private static readonly MetricSample[] Metrics =
    [
        Sample(0, "requests", "result=hit", 100), Sample(0, "requests", "result=miss", 10), Sample(0, "refreshes", "", 10),
        Sample(1, "requests", "result=hit", 160), Sample(1, "requests", "result=miss", 30), Sample(1, "refreshes", "", 15),
        Sample(2, "requests", "result=hit", 160), Sample(2, "requests", "result=miss", 30), Sample(2, "refreshes", "", 15),
        Sample(2, "requests", "result=stale", 20),
    ];

    [Theory]
    [InlineData("gateway")]
    [InlineData("delivery")]
    public void Use_OfACountingService_IsItsGrowthDuringTheRun(string service)
    {
        var use = CacheUse.FromRun(Run([.. Metrics.Select(sample => sample with
        {
            Service = service, Name = sample.Name.Replace("gateway", service, StringComparison.Ordinal),
        })]))!;

        Assert.Equal((60, 20, 20, 5), (use.Counts["hit"], use.Counts["miss"], use.Counts["stale"], use.Counts["refreshes"]));
        Assert.Equal(0.8, use.HitShare);
        Assert.Equal([new ChartPoint(1, 60), new ChartPoint(2, 0)], use.Lines.Single(line => line.Name == "hit").Points);
        Assert.Equal([new ChartPoint(1, 5), new ChartPoint(2, 0)], use.Lines.Single(line => line.Name == "refreshes").Points);
    }

    [Theory]
    [InlineData(true, 4.0)]
    [InlineData(false, null)]
    public void Use_OfAFolder_HasItsReads(bool hasFolder, double? expected)
    {
        MetricSample[] reads = [Sample(0, "disk.reads", "", 1), Sample(2, "disk.reads", "", 5)];

        var use = CacheUse.FromRun(Run([.. Metrics, .. hasFolder ? reads : []]))!;

        Assert.Equal(expected, use.Counts.TryGetValue(CacheUse.FromDisk, out var count) ? count : (double?)null);
        Assert.Equal(hasFolder, use.Lines.Any(line => line.Name == CacheUse.FromDisk));
    }

    [Fact]
    public void Use_WithoutACache_IsNull() => Assert.Null(CacheUse.FromRun(Run([])));

    private static RunData Run(IReadOnlyList<MetricSample> metrics) =>
        new(CachingStudyTests.Run(CachingLab.GatewayCold, 100).Record, RunSamples.None with { Metrics = metrics });

    private static MetricSample Sample(int second, string name, string attributes, double value) => new(
        "gateway",
        $"gateway.cache.{name}",
        attributes,
        (SampleRecords.Run.Manifest.StartedAt.ToUnixTimeMilliseconds() + (1_000 * second) + 100) * 1_000_000,
        value);
}
