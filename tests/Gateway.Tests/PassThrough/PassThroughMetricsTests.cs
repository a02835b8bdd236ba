namespace DroneDelivery.Gateway.Tests.PassThrough;

public sealed class PassThroughMetricsTests
{
    /// <summary>What a request costs is measured once, by the server, unless somebody collects all by OTLP.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Metrics_OfARequestHandedOn_AreTheServersOnly()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer("/packages/p-1", 200, "{}");
        using var client = gateway.CreateClient();
        await client.GetStringAsync("/api/packages/p-1", TestContext.Current.CancellationToken);

        // A request is measured when it has ended, which is after its client has the response.
        string text;
        do
        {
            text = await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
        }
        while (!text.Contains("http_server_request_duration_seconds_count", StringComparison.Ordinal));

        Assert.Contains("http_client_open_connections", text);
        Assert.DoesNotContain("http_client_request_duration", text);
        Assert.DoesNotContain("http_server_active_requests", text);
    }
}
