using DroneDelivery.Gateway.WarmUp;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace DroneDelivery.Gateway.Tests.WarmUp;

public sealed class GatewayCopyTests
{
    [Fact(Timeout = 300_000)]
    public async Task WarmUp_GatewayHasAllFeatures_LeavesNoTrace()
    {
        await using var backend = await FakeBackend.StartAsync();
        await using var gateway = await RunningGateway.StartAsync(
            backend, "--cache", "gateway", "--warm-up-time", "00:00:40");
        using var client = new HttpClient { BaseAddress = gateway.AdminAddress };
        var cancelled = TestContext.Current.CancellationToken;

        for (HttpResponseMessage? ready = null; ready is not { IsSuccessStatusCode: true };)
        {
            ready = await client.GetAsync("/health/ready", cancelled);
        }

        var metrics = await client.GetStringAsync("/metrics", cancelled);
        Assert.Matches("warmed up by [1-9][0-9]* requests", await ReadUntilAsync(gateway.Output, "warmed up", cancelled));
        Assert.Empty(backend.Requests);
        Assert.DoesNotContain("/api/", metrics);
        Assert.DoesNotMatch("gateway_cache_[a-z_]+(\\{[^}]*\\})? [1-9]", metrics);
    }

    [Fact(Timeout = 300_000)]
    public async Task Start_Fails_CopyIsDisposed()
    {
        var failing = new FailingStart();
        var copy = new GatewayCopy(builder =>
        {
            builder.Services.AddSingleton<IHostedService>(_ => failing);
            return builder.Build();
        });

        await using var services = new ServiceCollection().BuildServiceProvider();
        await Assert.ThrowsAsync<IOException>(() => copy.StartAsync(services, TestContext.Current.CancellationToken));

        Assert.True(failing.IsDisposed);
    }

    private sealed class FailingStart : IHostedService, IDisposable
    {
        public bool IsDisposed { get; private set; }

        public Task StartAsync(CancellationToken cancellationToken) => throw new IOException("The start fails.");

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public void Dispose() => IsDisposed = true;
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
