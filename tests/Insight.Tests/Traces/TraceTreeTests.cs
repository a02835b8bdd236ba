using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class TraceTreeTests
{
    [Fact]
    public void BuildAll_SpansInAnyOrder_HangBelowTheirParentsByStart()
    {
        var trace = TraceBuilder.Invoice("t", 100).Cosmos("1", 60, 20).Cosmos("0", 30, 20).Plan(10, 5);

        var tree = Assert.Single(TraceTree.BuildAll(trace.Spans.Reverse()));

        Assert.Equal(
            [
                "t/gateway-server", "t/gateway-client-delivery", "t/delivery-server", "t/plan-5", "t/cosmos-4", "t/cosmos-3",
            ],
            tree.Spans.Select(span => span.SpanId));
    }

    [Fact]
    public void BuildAll_TwoTraces_AreKeptApart()
    {
        var spans = TraceBuilder.Invoice("a", 100).Spans.Concat(TraceBuilder.Invoice("b", 200).Spans);

        var trees = TraceTree.BuildAll(spans);

        Assert.Equal([("a", 100.0), ("b", 200.0)], trees.Select(tree => (tree.TraceId, tree.DurationMs)));
    }

    // The load generator sends a parent id with each request, but records no span for it.
    [Fact]
    public void IsComplete_RootsParentWasNeverRecorded_IsTrue() =>
        Assert.True(Assert.Single(TraceTree.BuildAll(TraceBuilder.Invoice("t", 100).Spans)).IsComplete);

    [Fact]
    public void IsComplete_SpanBetweenIsMissing_IsFalse()
    {
        var trace = TraceBuilder.Invoice("t", 100).Cosmos("0", 30, 20).Without(TraceBuilder.Delivery);

        Assert.False(Assert.Single(TraceTree.BuildAll(trace.Spans)).IsComplete);
    }

    [Fact]
    public void BuildAll_NoGatewaySpan_LeavesTheTraceOut() =>
        Assert.Empty(TraceTree.BuildAll(TraceBuilder.Invoice("t", 100).Without(TraceBuilder.Gateway).Spans));

    [Fact]
    public void BuildAll_SpansOfTheCallerWereLost_LeavesTheTraceOut()
    {
        var whole = new[] { "a", "b" }.SelectMany(id => TraceBuilder.Invoice(id, 100).Spans);
        var orphan = TraceBuilder.Invoice("c", 100).Without(TraceBuilder.Gateway).Without(TraceBuilder.DeliveryClient).Spans;

        Assert.Equal(["a", "b"], TraceTree.BuildAll([.. whole, .. orphan]).Select(trace => trace.TraceId));
    }

    [Fact]
    public void BuildAll_SpansAreEachOthersParent_IsIncompleteRatherThanEndless()
    {
        var trace = TraceBuilder.Invoice("t", 100)
            .Span("one", "two", "delivery", "loop", "internal", 1, 1)
            .Span("two", "one", "delivery", "loop", "internal", 1, 1);

        var tree = Assert.Single(TraceTree.BuildAll(trace.Spans));

        Assert.False(tree.IsComplete);
        Assert.Equal(3, tree.Spans.Count);
    }

    [Fact]
    public void BuildAll_SpanArrivedTwice_CountsOnce()
    {
        var spans = TraceBuilder.Invoice("t", 100).Spans;

        var tree = Assert.Single(TraceTree.BuildAll([.. spans, .. spans]));

        Assert.True(tree.IsComplete);
        Assert.Equal(spans.Count, tree.Spans.Count);
    }
}
