using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class OwnTimeTests
{
    [Fact]
    public void ByService_CallsOneAfterAnother_CountsBoth()
    {
        var own = OwnOf(Root(100).Call("package", "/a", 0, 60).Call("drone-scheduler", "/b", 60, 40));

        // A call is a millisecond each way longer than the service's span.
        Assert.Equal((58.0, 38.0, 0.0), (own["package"], own["drone-scheduler"], own["gateway"]));
    }

    [Fact]
    public void ByService_CallsAtTheSameTime_CountsTheTimeWithoutTheOther()
    {
        var own = OwnOf(Root(100).Call("package", "/a", 0, 60).Call("drone-scheduler", "/b", 0, 90));

        Assert.Equal((30.0, 10.0), (own["drone-scheduler"], own["gateway"]));
        Assert.DoesNotContain("package", own.Keys);
    }

    [Fact]
    public void ByService_ServiceBehindAService_IsItsOwn()
    {
        var trace = Root(100).Call("delivery", "/a", 5, 90)
            .Span("inner", TraceBuilder.Delivery, "delivery", "GET", "client", 10, 50)
            .Span("inner-server", "inner", "package", "GET", "server", 12, 46);

        var own = OwnOf(trace);

        Assert.Equal((46.0, 88.0 - 50, 10.0), (own["package"], own["delivery"], own["gateway"]));
    }

    [Fact]
    public void ByService_CallsEndAtTheSameTime_CountsNeither()
    {
        var own = OwnOf(Root(100).Call("package", "/a", 0, 60).Call("drone-scheduler", "/b", 0, 60));

        // Without either answer the other one would have taken as long.
        Assert.Equal(0, own["package"]);
        Assert.DoesNotContain("drone-scheduler", own.Keys);
    }

    [Fact]
    public void ByService_ThreeCallsAtTheSameTime_CountsTheTimeAfterTheSecondLast()
    {
        var own = OwnOf(
            Root(100).Call("package", "/a", 0, 30).Call("drone-scheduler", "/b", 0, 50).Call("delivery", "/c", 0, 90));

        Assert.Equal(40, own["delivery"]);
    }

    [Fact]
    public void ByService_ServiceWaitsToRetry_IsNotItsOwnTime()
    {
        var wait = new TraceBuilder("t").Span("wait", null, "delivery", "POST", "client", 10, 30).Spans[0];

        var own = OwnOf(Root(100).Call("delivery", "/a", 5, 60), wait);

        // The service's span takes 58 ms. The gateway itself does not wait to retry.
        Assert.Equal((58.0 - 30, 40.0), (own["delivery"], own["gateway"]));
    }

    [Fact]
    public void InsideByService_TwoCallsOfAService_IsTheirSum()
    {
        var trace = Root(100).Call("package", "/a", 0, 60).Call("package", "/b", 0, 40, "-b");

        var inside = OwnTime.InsideByService(Assert.Single(TraceTree.BuildAll(trace.Spans)), []);

        Assert.Equal(58.0 + 38, inside["package"]);
    }

    private static TraceBuilder Root(double durationMs) => new TraceBuilder("t").Span(
        TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, durationMs);

    private static IReadOnlyDictionary<string, double> OwnOf(TraceBuilder trace, params SpanRecord[] waits) =>
        OwnTime.ByService(Assert.Single(TraceTree.BuildAll(trace.Spans)), waits);
}
