using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class LatencyBreakdownTests
{
    // The generator: 60 ms of simulated way there, 2 ms late, 3 ms to the gateway, 1 ms back, 60 ms of simulated way back.
    private const double ToGatewayMs = 65;
    private const double FromGatewayMs = 61;

    [Fact]
    public void FromTrace_SerialCalls_EachMillisecondHasItsPart()
    {
        var trace = TraceBuilder.Invoice("t", 200).Call("package", "/packages/summary", 5, 20);
        Call(trace, "0", 20, 50, serviceMs: 48);
        Call(trace, "1", 80, 60, serviceMs: 57);

        var breakdown = BreakdownOf(trace, 200);

        Assert.Equal(200 + ToGatewayMs + FromGatewayMs, breakdown.LatencyMs, 6);
        Assert.Equal(2, breakdown[LatencyPart.GeneratorLateness], 6);
        Assert.Equal(120, breakdown[LatencyPart.SimulatedRoundTrip], 6);
        Assert.Equal(4, breakdown[LatencyPart.ClientNetwork], 6);
        Assert.Equal(10, breakdown[LatencyPart.EntryWork], 6);
        Assert.Equal(2, breakdown[LatencyPart.BackendNetwork], 6);
        Assert.Equal(188 - 50 - 60, breakdown[LatencyPart.BackendWork], 6);
        Assert.Equal(105, breakdown[LatencyPart.CosmosService], 6);
        Assert.Equal(5, breakdown[LatencyPart.CosmosNetwork], 6);
        Assert.Equal(0, breakdown.Rest, 6);
    }

    [Fact]
    public void FromTrace_ParallelCalls_OnlyTheLastToEndCounts()
    {
        var trace = TraceBuilder.Invoice("t", 100);
        Call(trace, "0", 10, 30, serviceMs: 29);
        Call(trace, "1", 10, 70, serviceMs: 66);
        Call(trace, "2", 10, 40, serviceMs: 38);

        var breakdown = BreakdownOf(trace, 100);

        Assert.Equal((66.0, 4.0), (breakdown[LatencyPart.CosmosService], breakdown[LatencyPart.CosmosNetwork]));
        Assert.Equal(88 - 70, breakdown[LatencyPart.BackendWork], 6);
        Assert.Equal(0, breakdown.Rest, 6);
    }

    // The second call did not wait for the first to end, and nobody knows what it waited for.
    [Fact]
    public void FromTrace_OwnTimeDuringACallThatIsNotAwaited_IsRest()
    {
        var trace = TraceBuilder.Invoice("t", 100);
        Call(trace, "0", 10, 50, serviceMs: 50);
        Call(trace, "1", 40, 40, serviceMs: 40);

        var breakdown = BreakdownOf(trace, 100);

        Assert.Equal(40, breakdown[LatencyPart.CosmosService], 6);
        Assert.Equal(30, breakdown.Rest, 6);
        Assert.Equal(88 - 40 - 30, breakdown[LatencyPart.BackendWork], 6);
    }

    // Starts are rounded down to a millisecond, and durations are not.
    [Fact]
    public void FromTrace_StartsAreWholeMilliseconds_CallsOneAfterAnotherAreAwaited()
    {
        var trace = TraceBuilder.Invoice("t", 100);
        Call(trace, "0", 10, 30.9, serviceMs: 30.9);
        Call(trace, "1", 40, 50, serviceMs: 50);

        var breakdown = BreakdownOf(trace, 100);

        Assert.Equal(80.9, breakdown[LatencyPart.CosmosService], 6);
        Assert.Equal(-0.9, breakdown.Rest, 6);
    }

    [Fact]
    public void FromTrace_StartsAreExact_ACallThatOverlapsTheNextIsNotAwaited()
    {
        var trace = TraceBuilder.Invoice("t", 100);
        Call(trace, "0", 10, 30.9, serviceMs: 30.9);
        Call(trace, "1", 40.000_1, 50, serviceMs: 50);

        Assert.Equal(50, BreakdownOf(trace, 100)[LatencyPart.CosmosService], 6);
    }

    [Fact]
    public void FromTrace_ThrottledCall_TheWaitForItsRetryIsNoWork()
    {
        var trace = TraceBuilder.Invoice("t", 900);
        Call(trace, "3", 10, 5, serviceMs: 1, status: 429);
        Call(trace, "3", 627, 40, serviceMs: 38);

        var breakdown = BreakdownOf(trace, 900);

        Assert.Equal(612, breakdown[LatencyPart.RetryWait], 6);
        Assert.Equal(888 - 5 - 612 - 40, breakdown[LatencyPart.BackendWork], 6);
        Assert.Equal(0, breakdown.Rest, 6);
    }

    // The wait runs while other partitions answer: only what is left of it after them held the request up.
    [Fact]
    public void FromTrace_ThrottledCallAmongParallelOnes_WaitCountsFromTheLastAnswer()
    {
        var trace = TraceBuilder.Invoice("t", 900);
        Call(trace, "3", 10, 5, serviceMs: 1, status: 429);
        Call(trace, "4", 10, 90, serviceMs: 90);
        Call(trace, "3", 627, 40, serviceMs: 40);

        var breakdown = BreakdownOf(trace, 900);

        Assert.Equal(527, breakdown[LatencyPart.RetryWait], 6);
        Assert.Equal(130, breakdown[LatencyPart.CosmosService], 6);
        Assert.Equal(0, breakdown.Rest, 6);
    }

    [Fact]
    public void FromTrace_WaitForAConnection_IsNotTheNetwork()
    {
        var trace = TraceBuilder.Invoice("t", 100);
        Call(trace, "0", 10, 70, serviceMs: 40, queueMs: 28);

        var breakdown = BreakdownOf(trace, 100);

        Assert.Equal((40.0, 28.0), (breakdown[LatencyPart.CosmosService], breakdown[LatencyPart.CosmosConnectionQueue]));
        Assert.Equal(2.0, breakdown[LatencyPart.CosmosNetwork]);
    }

    [Fact]
    public void FromTrace_BackendLeftNoSpan_ItsTimeIsRest()
    {
        var trace = TraceBuilder.Invoice("t", 200).Without(TraceBuilder.Delivery);

        var breakdown = BreakdownOf(trace, 200);

        Assert.Equal(190, breakdown.Rest, 6);
        Assert.Equal((0.0, 0.0), (breakdown[LatencyPart.BackendWork], breakdown[LatencyPart.BackendNetwork]));
    }

    [Fact]
    public void FromTrace_OperationOfTheDatabaseClientWithoutCalls_IsRest()
    {
        var trace = TraceBuilder.Invoice("t", 200)
            .Span("operation", TraceBuilder.Delivery, "delivery", "query_items", "client", 50, 80);

        var breakdown = BreakdownOf(trace, 200);

        Assert.Equal(80, breakdown.Rest, 6);
    }

    [Fact]
    public void FromTrace_CallsBelowAnOperationOfTheDatabaseClient_AreFound()
    {
        var trace = TraceBuilder.Invoice("t", 200)
            .Span("operation", TraceBuilder.Delivery, "delivery", "query_items", "client", 50, 80);
        Call(trace, "0", 60, 60, serviceMs: 55, parent: "operation");

        var breakdown = BreakdownOf(trace, 200);

        Assert.Equal((55.0, 5.0), (breakdown[LatencyPart.CosmosService], breakdown[LatencyPart.CosmosNetwork]));
        Assert.Equal(0, breakdown.Rest, 6);
    }

    [Theory]
    [InlineData(-10)]
    [InlineData(10)]
    public void FromTrace_ServicesClockDiffersFromTheGenerators_NothingIsRestAsDurationsDoNot(double skewMs)
    {
        var breakdown = BreakdownOf(TraceBuilder.Invoice("t", 100), 100, skewMs);

        Assert.Equal((4.0, 0.0), (Math.Round(breakdown[LatencyPart.ClientNetwork], 6), Math.Round(breakdown.Rest, 6)));
    }

    [Fact]
    public void FromTrace_DatabaseSaysMoreThanTheCallTook_TheDifferenceIsRest()
    {
        var trace = TraceBuilder.Invoice("t", 100);
        Call(trace, "0", 10, 30, serviceMs: 45);

        var breakdown = BreakdownOf(trace, 100);

        Assert.Equal(-15, breakdown.Rest, 6);
    }

    [Fact]
    public void FromTrace_BackendsClockDiffers_NothingIsRestAsDurationsDoNot()
    {
        var trace = new TraceBuilder("t")
            .Span("gateway", TraceBuilder.Generator, "gateway", "GET", "server", 0, 100)
            .Span("call", "gateway", "gateway", "GET", "client", 10, 80)
            .Span("backend", "call", "package", "GET", "server", 4_000, 70);

        var breakdown = BreakdownOf(trace, 100);

        Assert.Equal(
            (20.0, 10.0, 70.0),
            (breakdown[LatencyPart.EntryWork], breakdown[LatencyPart.BackendNetwork], breakdown[LatencyPart.BackendWork]));
        Assert.Equal(0, breakdown.Rest, 6);
    }

    [Fact]
    public void FromSamples_RequestsWithoutAWholeTrace_AreLeftOut()
    {
        var whole = TraceBuilder.Invoice("whole", 100);
        var broken = TraceBuilder.Invoice("broken", 100).Cosmos("0", 10, 20).Without(TraceBuilder.Delivery);
        var samples = RunSamples.None with
        {
            Spans = [.. whole.Spans, .. broken.Spans],
            Requests = [Request("whole", 100), Request("broken", 100), Request("untraced", 100)],
            ExtraTraces = ["whole"],
        };

        var breakdown = Assert.Single(LatencyBreakdown.FromSamples(samples));

        Assert.Equal(("whole", true), (breakdown.TraceId, breakdown.Extra));
    }

    private static void Call(
        TraceBuilder trace,
        string partition,
        double atMs,
        double durationMs,
        double serviceMs,
        int status = 200,
        double queueMs = 0,
        string parent = TraceBuilder.Delivery) =>
        trace.Span($"call-{partition}-{atMs}", parent, "delivery", "POST", "client", atMs, durationMs,
            (SpanRecord.CosmosCall, "data"),
            (SpanRecord.PartitionKeyRangeId, partition),
            (SpanRecord.StatusCode, FormattableString.Invariant($"{status}")),
            (SpanRecord.TimeInQueue, FormattableString.Invariant($"{queueMs / 1000}")),
            (SpanRecord.RequestDurationMs, FormattableString.Invariant($"{serviceMs}")));

    private static LatencyBreakdown BreakdownOf(TraceBuilder trace, double gatewayMs, double skewMs = 0) =>
        LatencyBreakdown.FromTrace(Request("t", gatewayMs, skewMs), Assert.Single(TraceTree.BuildAll(trace.Spans)));

    private static RequestRecord Request(string trace, double gatewayMs, double skewMs = 0) => new(trace, 200, null, 431)
    {
        Scheduled = Time(-ToGatewayMs - skewMs),
        Due = Time(-ToGatewayMs + 60 - skewMs),
        Sent = Time(-3 - skewMs),
        Answered = Time(gatewayMs + 1 - skewMs),
        Done = Time(gatewayMs + FromGatewayMs - skewMs),
    };

    private static long Time(double ms) => (long)(ms * 1e6);
}
