using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class ShownRequestTests
{
    [Fact]
    public void Choose_RequestsKnown_PicksThoseNearestTheRunsOwnPercentiles()
    {
        var samples = RunSamples.None with { Spans = Traces(100, 200, 300, 400, 500) };
        samples = samples with { Requests = [.. SyntheticSamples.Requests(samples.Spans)] };
        var latency = SampleRecords.Latency(0) with { P50Ms = 310, P99Ms = 490 };

        var shown = Pick(samples, latency);

        Assert.Equal(
            [("median", 300.0), ("p99", 500.0), ("slowest", 600.0)], shown.Select(each => (each.Which, each.LatencyMs!.Value)));
    }

    [Fact]
    public void Choose_PercentileThatIsNotStated_HasNoRequest()
    {
        var samples = RunSamples.None with { Spans = Traces(100, 200, 300) };
        samples = samples with { Requests = [.. SyntheticSamples.Requests(samples.Spans)] };
        var latency = SampleRecords.Latency(200) with { NotStated = new Dictionary<string, string> { ["p99"] = "dropped" } };

        Assert.Equal(["median", "slowest"], Pick(samples, latency).Select(each => each.Which));
    }

    [Fact]
    public void Choose_RequestsUnknown_RanksOnlyTracesKeptByChance()
    {
        var samples = RunSamples.None with { Spans = Traces(100, 200, 300, 1_000, 2_000), ExtraTraces = ["t1000", "t2000"] };

        var shown = Pick(samples, SampleRecords.Latency(0));

        Assert.Equal(
            [("median", 200.0), ("p99", 300.0), ("slowest", 2_000.0)],
            shown.Select(each => (each.Which, each.Waterfall.DurationMs)));
    }

    [Fact]
    public void Choose_OneTrace_IsShownOnceForAll() =>
        Assert.Equal(
            "median and p99 and slowest",
            Assert.Single(Pick(RunSamples.None with { Spans = Traces(100) }, SampleRecords.Latency(0))).Which);

    [Fact]
    public void Choose_TraceThatLostASpan_IsNotShown()
    {
        var broken = TraceBuilder.Invoice("t", 100).Cosmos("1", 10, 5).Without(TraceBuilder.Delivery);

        Assert.Empty(Pick(RunSamples.None with { Spans = broken.Spans }, SampleRecords.Latency(0)));
    }

    private static IReadOnlyList<ShownRequest> Pick(RunSamples samples, LatencySummary latency)
    {
        var record = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Latency = latency } };
        return ShownRequest.Choose(record, samples, TraceTree.BuildAll(samples.Spans));
    }

    private static List<SpanRecord> Traces(params double[] durationsMs) =>
        [.. durationsMs.SelectMany(ms => TraceBuilder.Invoice($"t{ms}", ms).Spans)];
}
