using System.Net;

namespace DroneDelivery.Gateway.Tests.WarmUp;

public sealed class GatewayCopyTests
{
    [Fact(Timeout = 60_000)]
    public async Task WarmUp_GatewayHasAllFeatures_LeavesNoTrace()
    {
        await using var backend = await FakeBackend.StartAsync();
        await using var gateway = await RunningGateway.StartAsync(backend, "--cache", "gateway");
        using var client = new HttpClient { BaseAddress = gateway.AdminAddress };
        var cancelled = TestContext.Current.CancellationToken;

        HttpStatusCode? first = null;
        for (HttpResponseMessage? ready = null; ready is not { IsSuccessStatusCode: true };)
        {
            ready = await client.GetAsync("/health/ready", cancelled);
            first ??= ready.StatusCode;
        }

        var metrics = await client.GetStringAsync("/metrics", cancelled);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, first);
        Assert.Matches("warmed up by [0-9]{2,} requests", await ReadUntilAsync(gateway.Output, "warmed up", cancelled));
        Assert.Empty(backend.Requests);
        Assert.DoesNotContain("/api/", metrics);
        Assert.DoesNotMatch("gateway_cache_[a-z_]+(\\{[^}]*\\})? [1-9]", metrics);
    }

    private static async Task<string?> ReadUntilAsync(StreamReader output, string text, CancellationToken cancellationToken)
    {
        string? line;
        do
        {
            line = await output.ReadLineAsync(cancellationToken);
        }
        while (line?.Contains(text, StringComparison.Ordinal) == false);

        return line;
    }
}
