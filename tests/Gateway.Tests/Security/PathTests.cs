namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>A path means one thing to all who read it, or is refused: no spelling reaches another backend.</summary>
public sealed class PathTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    [Theory(Timeout = 300_000)]
    [InlineData("/api/deliveries/../drones/d-1")]
    [InlineData("/api/deliveries/..")]
    [InlineData("/api/deliveries/%2e%2e/drones/d-1")]
    [InlineData("/api/deliveries/%2E./metrics")]
    [InlineData("/api/deliveries/.%2e/metrics")]
    [InlineData("/api/deliveries/..%2fmetrics")]
    [InlineData("/api/deliveries/..%2Fmetrics")]
    [InlineData("/api/deliveries/%252e%252e/metrics")]
    [InlineData("/api/deliveries/%25252e%25252e/metrics")]
    [InlineData("/api/deliveries/..%252fmetrics")]
    [InlineData("/api/deliveries/..\\metrics")]
    [InlineData("/api/deliveries/%5c..%5cmetrics")]
    [InlineData("/api/deliveries/%c0%ae%c0%ae/metrics")]
    [InlineData("/api%2fdrones/d-1")]
    [InlineData("/api//drones/d-1")]
    [InlineData("//api/drones/d-1")]
    [InlineData("//127.0.0.1/api/drones/d-1")]
    [InlineData("/api/deliveries//127.0.0.1/")]
    [InlineData("/api/deliveries/%00")]
    [InlineData("/api/deliveries/a%0d%0aX-Injected:%201")]
    [InlineData("/api/deliveries/%zz")]
    [InlineData("/api/deliveries/%2")]
    [InlineData("http://x/api/deliveries/../drones/d-1")]
    [InlineData("http://x//api/drones/d-1")]
    public async Task Path_ThatMayBeReadInTwoWays_IsRefusedAndReachesNoBackend(string path)
    {
        var gateway = shared.Reset();

        var answer = await gateway.SendAsync($"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        Assert.Equal([400], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("/api/deliveries/d%2D1", "GET /deliveries/d-1")]
    [InlineData("/api/packages/a%20b", "GET /packages/a%20b")]
    [InlineData("/api/%70ackages/p-1", "GET /packages/p-1")]
    [InlineData("/api/packages/p-1?next=..%2f..%2fmetrics", "GET /packages/p-1?next=..%2f..%2fmetrics")]
    [InlineData("/api/packages/caf%c3%a9", "GET /packages/caf%C3%A9")]
    public async Task Path_ThatMeansOneThing_ReachesTheBackendAsThat(string path, string expected)
    {
        var gateway = shared.Reset();

        await gateway.SendAsync($"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        Assert.Equal([expected], gateway.Reached);
    }
}
