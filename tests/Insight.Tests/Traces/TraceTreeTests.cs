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

    // The child takes 40 of the 60 ms of its parent, so it may begin between 10 and 30 ms.
    [Theory]
    [InlineData(-500, 10, 510)]
    [InlineData(9, 10, 1)]
    [InlineData(12, 12, 0)]
    [InlineData(31, 30, -1)]
    [InlineData(900, 30, -870)]
    public void BuildAll_ClockOfACalledServiceDiffers_ShiftsItByTheSmallestCorrection(
        double startMs, double shownMs, double correctionMs)
    {
        var trace = new TraceBuilder("t")
            .Span("root", null, "a", "GET", "server", 0, 100)
            .Span("call", "root", "a", "GET", "client", 10, 60)
            .Span("child", "call", "b", "GET", "server", startMs, 40)
            .Span("inner", "child", "b", "work", "internal", startMs + 5, 10);

        var tree = Assert.Single(TraceTree.BuildAll(trace.Spans));

        Assert.Equal([0, 10, shownMs, shownMs + 5], tree.Spans.Select(span => span.StartNanoseconds / 1e6));
        Assert.Equal(correctionMs, tree.Root.SelfAndDescendants.Sum(node => node.ClockShift) / 1e6);
    }

    // It goes on after its caller has left, as after a timeout.
    [Theory]
    [InlineData(15, 15)]
    [InlineData(5, 10)]
    public void BuildAll_CalledServiceTakesLongerThanItsCaller_BeginsWithinTheCall(double startMs, double shownMs)
    {
        var trace = new TraceBuilder("t")
            .Span("root", null, "a", "GET", "server", 0, 100)
            .Span("call", "root", "a", "GET", "client", 10, 20)
            .Span("child", "call", "b", "GET", "server", startMs, 80);

        var tree = Assert.Single(TraceTree.BuildAll(trace.Spans));

        Assert.Equal(shownMs, tree.Spans[^1].StartNanoseconds / 1e6);
    }
}
