using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class BackendCallsTests
{
    [Fact]
    public void Of_CallsOfSeveralTraces_HasMeanP95AndCountOfEachSlowestFirst()
    {
        // Durations of 1 to 100 ms: the mean is 50.5, and 95 of the 100 take at most 95 ms.
        var spans = Enumerable.Range(1, 100).SelectMany(number => new TraceBuilder($"t{number}")
            .Call("package", "/packages/summary", 0, 3)
            .Call("delivery", "/deliveries/utilization", 0, number).Spans);

        var calls = BackendCalls.Of([.. spans]);

        Assert.Equal(
            [new BackendCall("Delivery utilization", 100, 50.5, 95), new BackendCall("Package summary", 100, 3, 3)],
            calls);
    }

    [Theory]
    [InlineData("drone-scheduler", "/drones/summary", "Drone scheduler summary")]
    [InlineData("delivery", "/deliveries/{id}", "Delivery {id}")]
    public void Of_ServerSpan_NamesBackendAndRoute(string service, string route, string name)
    {
        var calls = BackendCalls.Of(new TraceBuilder("t").Call(service, route, 0, 3).Spans);

        Assert.Equal(name, Assert.Single(calls).Name);
    }

    // A call that timed out or was refused has no span of a backend below it.
    [Theory]
    [InlineData("url.full", "http://127.0.0.1:5111/deliveries/utilization?ownerId=o", "Delivery utilization")]
    [InlineData("url.path", "/drones/summary", "Drone scheduler summary")]
    [InlineData("url.full", "http://127.0.0.1:9999/other", "GET")]
    [InlineData("server.address", "backend.example", "backend.example")]
    public void Of_NoServerSpan_NamesTheCallByItsAddress(string attribute, string value, string name)
    {
        var trace = new TraceBuilder("t").Span("call", null, "gateway", "GET", "client", 0, 5, (attribute, value));

        Assert.Equal(name, Assert.Single(BackendCalls.Of(trace.Spans)).Name);
    }

    [Fact]
    public void Of_CosmosCallsOfABackend_AreNotAmongThem()
    {
        var calls = BackendCalls.Of(TraceBuilder.Invoice("t", 100).Cosmos("0", 10, 20).Spans);

        Assert.Equal("Delivery utilization", Assert.Single(calls).Name);
    }
}
