using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class BreakdownByPercentileTests
{
    [Fact]
    public void FromRequests_HundredRequests_BandsAreOfTheirPercentiles()
    {
        var summary = BreakdownByPercentile.FromRequests(Enumerable.Range(1, 100).Reverse().Select(ms => Explained(ms)));

        Assert.NotNull(summary);
        Assert.Equal(
            [("all", 100), ("around p50", 10), ("around p90", 4), ("slowest 2 %", 2)],
            BandsOf(summary).Select(band => (band.Name, band.Requests)));
        Assert.Equal(50.5, summary.Median.Mean.LatencyMs, 6);
        Assert.Equal(90.5, summary.P90.Mean.LatencyMs, 6);
        Assert.Equal(99.5, summary.Slowest.Mean.LatencyMs, 6);
        Assert.Equal(99.5, summary.Slowest.Mean[LatencyPart.EntryWork], 6);
    }

    [Fact]
    public void FromRequests_TooMuchAndTooLittle_DoNotCancelOut()
    {
        var summary = BreakdownByPercentile.FromRequests([With(100, gatewayMs: 100, lostMs: 10), With(100, gatewayMs: 110)]);

        Assert.Equal(0, summary!.All.Mean.Rest, 6);
        Assert.Equal(0.1, summary.All.RestShare, 6);
    }

    // A hundred requests of 100 ms: two of them are the slowest 2 %.
    [Theory]
    [InlineData(1.9, 4.9, true)]
    [InlineData(2.1, 0, false)]
    [InlineData(0, 5.1, false)]
    public void IsExplained_RestAtMedianAndP99_AllowsTwoAndFivePerCent(double medianMs, double p99Ms, bool expected)
    {
        var usual = Enumerable.Repeat(With(100, 100, lostMs: medianMs), 98);
        var slowest = Enumerable.Repeat(With(100.1, 100.1, lostMs: p99Ms), 2);

        Assert.Equal(expected, BreakdownByPercentile.FromRequests(usual.Concat(slowest))!.IsExplained);
    }

    [Fact]
    public void FromRequests_TracesKeptAsTheyWereSlow_AreLeftOut()
    {
        var summary = BreakdownByPercentile.FromRequests([Explained(100), Explained(9_000, extra: true)]);

        Assert.Equal((1, 100.0), (summary!.Slowest.Requests, summary.Slowest.Mean.LatencyMs));
    }

    [Fact]
    public void FromRequests_OneRequest_IsInEveryBand() =>
        Assert.All(BandsOf(BreakdownByPercentile.FromRequests([Explained(100)])!), band => Assert.Equal(1, band.Requests));

    [Fact]
    public void FromRequests_Nothing_IsNull() => Assert.Null(BreakdownByPercentile.FromRequests([]));

    private static IEnumerable<BreakdownBand> BandsOf(BreakdownByPercentile summary) =>
        [summary.All, summary.Median, summary.P90, summary.Slowest];

    private static LatencyBreakdown Explained(double ms, bool extra = false) => With(ms, ms, extra: extra);

    private static LatencyBreakdown With(double latencyMs, double gatewayMs, double lostMs = 0, bool extra = false)
    {
        var trace = new TraceBuilder("t")
            .Span("gateway", null, "gateway", "GET", "server", 0, gatewayMs)
            .Span("call", "gateway", "gateway", "GET", "client", 0, lostMs);
        var (start, end) = (0L, (long)(latencyMs * 1e6));
        var request = new RequestRecord("t", 200, null, 1)
        {
            Scheduled = start, Due = start, Sent = start, Answered = end, Done = end,
        };
        return LatencyBreakdown.FromTrace(request, Assert.Single(TraceTree.BuildAll(trace.Spans)), extra);
    }
}
