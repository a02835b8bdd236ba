using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
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

    private static TraceBuilder Root(double durationMs) => new TraceBuilder("t").Span(
        TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, durationMs);

    private static IReadOnlyDictionary<string, double> OwnOf(TraceBuilder trace) =>
        OwnTime.ByService(Assert.Single(TraceTree.BuildAll(trace.Spans)), []);
}
