namespace DroneDelivery.Gateway.Tests.PassThrough;

public sealed class PassThroughMetricsTests
{
    /// <summary>What a request costs is measured once, by the server, unless somebody collects all by OTLP.</summary>
    [Fact(Timeout = 30_000)]
    public async Task Metrics_OfARequestHandedOn_AreTheServersOnly()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer("/packages/p-1", 200, "{}");
        using var client = gateway.CreateClient();
        await client.GetStringAsync("/api/packages/p-1", TestContext.Current.CancellationToken);

        var text = await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);

        Assert.Contains("http_server_request_duration_seconds_count", text);
        Assert.Contains("http_client_open_connections", text);
        Assert.DoesNotContain("http_client_request_duration", text);
        Assert.DoesNotContain("http_server_active_requests", text);
    }
}
