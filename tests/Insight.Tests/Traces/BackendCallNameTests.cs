using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class BackendCallNameTests
{
    [Theory]
    [InlineData("drone-scheduler", "/drones/summary", "Drone scheduler summary")]
    [InlineData("delivery", "/deliveries/{id}", "Delivery {id}")]
    public void ForCall_ServerSpan_NamesBackendAndRoute(string service, string route, string name)
    {
        var spans = new TraceBuilder("t").Call(service, route, 0, 3).Spans;

        Assert.Equal(name, BackendCallName.ForCall(spans[0], spans[1]));
    }

    // A call that timed out or was refused has no span of a backend below it.
    [Theory]
    [InlineData("url.full", "http://127.0.0.1:5111/deliveries/utilization?ownerId=o", "127.0.0.1:5111 utilization")]
    [InlineData("url.path", "/drones/summary", "summary")]
    [InlineData("server.address", "backend.example", "backend.example")]
    [InlineData("other", "value", "GET")]
    public void ForCall_NoServerSpan_NamesTheCallByItsAddress(string attribute, string value, string name)
    {
        var trace = new TraceBuilder("t").Span("call", null, "gateway", "GET", "client", 0, 5, (attribute, value));

        Assert.Equal(name, BackendCallName.ForCall(Assert.Single(trace.Spans), null));
    }
}
