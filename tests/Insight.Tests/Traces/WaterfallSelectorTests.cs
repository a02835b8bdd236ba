using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class WaterfallSelectorTests
{
    [Fact]
    public void Select_NoneThrottled_TakesTheMedian()
    {
        var traces = Traces(Plain("a", 900), Plain("b", 100), Plain("c", 300), Plain("d", 200), Plain("e", 5_000));

        Assert.Equal("c", WaterfallSelector.Select(traces)?.TraceId);
    }

    [Fact]
    public void Select_OneTenthThrottled_TakesTheMedianOfThose()
    {
        var plain = Enumerable.Range(0, 27).Select(number => Plain($"plain{number}", 100 + number));

        var traces = Traces([.. plain, Throttled("a", 2_000), Throttled("b", 700), Throttled("c", 900)]);

        Assert.Equal("c", WaterfallSelector.Select(traces)?.TraceId);
    }

    [Fact]
    public void Select_FewerThanOneTenthThrottled_TakesTheMedianOfAll()
    {
        var plain = Enumerable.Range(0, 20).Select(number => Plain($"plain{number:00}", 100 + number));

        var traces = Traces([.. plain, Throttled("throttled", 700)]);

        Assert.Equal("plain10", WaterfallSelector.Select(traces)?.TraceId);
    }

    [Fact]
    public void Select_IncompleteTraces_AreNotShown()
    {
        var broken = Plain("a", 300).Without(TraceBuilder.DeliveryClient);

        Assert.Equal("b", WaterfallSelector.Select(Traces(broken, Plain("b", 900)))?.TraceId);
        Assert.Null(WaterfallSelector.Select(Traces(broken)));
    }

    [Fact]
    public void Select_HealthProbes_AreNotRequests()
    {
        var probe = new TraceBuilder("probe").Span("probe", null, "gateway", "GET /health/ready", "server", 0, 1);

        Assert.Null(WaterfallSelector.Select(Traces(probe)));
    }

    private static TraceBuilder Plain(string id, double durationMs) => TraceBuilder.Invoice(id, durationMs).Cosmos("0", 10, 20);

    private static TraceBuilder Throttled(string id, double durationMs) =>
        TraceBuilder.Invoice(id, durationMs).Cosmos("0", 10, 2, status: 429, retryAfterMs: 50).Cosmos("0", 62, 20);

    private static IReadOnlyList<TraceTree> Traces(params TraceBuilder[] traces) =>
        TraceTree.BuildAll(traces.SelectMany(trace => trace.Spans));
}
