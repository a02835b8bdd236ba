using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Usage;
using DroneDelivery.Gateway.WarmUp;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace DroneDelivery.Gateway.Tests.WarmUp;

public sealed class GatewayCopyTests
{
    [Fact(Timeout = 300_000)]
    public async Task WarmUp_GatewayHasAllFeatures_LeavesNoTrace()
    {
        using var database = new UsageFile();
        var key = await RunningGateway.AddKeyAsync(database.Path, "admin");
        await using var backend = await FakeBackend.StartAsync();
        await using var gateway = await RunningGateway.StartAsync(
            backend, "--database", database.Path, "--keys", "required", "--limits", "local", "--usage", "sqlite", "--cache", "gateway",
            "--warm-up-time", "00:00:40");
        using var client = new HttpClient { BaseAddress = gateway.AdminAddress, DefaultRequestHeaders = { { "X-Api-Key", key } } };
        var cancelled = TestContext.Current.CancellationToken;

        for (HttpResponseMessage? ready = null; ready is not { IsSuccessStatusCode: true };)
        {
            ready = await client.GetAsync("/health/ready", cancelled);
        }

        var metrics = await client.GetStringAsync("/metrics", cancelled);
        var usage = await client.GetStringAsync("/admin/usage", cancelled);
        // Only requests that the copy answers with success are counted here: its key is accepted, and its plan admits them.
        Assert.Matches("warmed up by [1-9][0-9]* requests", await ReadUntilAsync(gateway.Output, "warmed up", cancelled));
        Assert.Empty(backend.Requests);
        Assert.DoesNotContain("/api/", metrics);
        // No client has asked for an invoice.
        Assert.DoesNotContain("resilience_polly", metrics);
        Assert.DoesNotMatch("gateway_(cache_|usage_|limits_refused)[a-z_]*(\\{[^}]*\\})? [1-9]", metrics);
        Assert.DoesNotContain("warm-up", usage);
        Assert.DoesNotContain("/api/", usage);
    }

    [Theory]
    [InlineData("Keys:Mode=required;Limits:Mode=redis;Usage:Mode=redis;Cache:Mode=gateway", "required local sqlite gateway")]
    [InlineData("Keys:Mode=required;Limits:Mode=local;Usage:Mode=sqlite;Cache:Mode=none", "required local sqlite none")]
    [InlineData("Keys:Mode=off;Limits:Mode=off;Usage:Mode=off", "off off off none")]
    [InlineData("", "off off off none")]
    public async Task Copy_HasTheFeaturesOfTheGateway_WithoutItsStores(string settings, string expected)
    {
        IConfiguration? copied = null;
        var copy = new GatewayCopy(builder =>
        {
            copied = builder.Configuration;
            throw new IOException("No copy is needed.");
        });
        var pairs = settings.Split(';', StringSplitOptions.RemoveEmptyEntries).Select(setting => setting.Split('='));

        await using var gateway = ServicesWith(pairs.ToDictionary(pair => pair[0], pair => (string?)pair[1]));
        await Assert.ThrowsAsync<IOException>(() => copy.StartAsync(gateway, TestContext.Current.CancellationToken));

        Assert.Equal(
            expected,
            $"{copied!["Keys:Mode"]} {copied["Limits:Mode"]} {copied["Usage:Mode"]} {copied["Cache:Mode"]}");
        Assert.Null(copied["Database:File"]);
    }

    [Theory(Timeout = 300_000)]
    [InlineData(true, typeof(IOException))]
    [InlineData(false, typeof(InvalidOperationException))]
    public async Task Start_Fails_CopyIsDisposed(bool hasKeys, Type expected)
    {
        WebApplication? built = null;
        var copy = new GatewayCopy(builder =>
        {
            builder.Services.AddSingleton(TimeProvider.System).AddHostedService<FailingStart>();
            return built = (hasKeys ? builder.AddKeyStore() : builder).Build();
        });

        await using var gateway = ServicesWith([]);
        await Assert.ThrowsAsync(expected, () => copy.StartAsync(gateway, TestContext.Current.CancellationToken));

        Assert.Throws<ObjectDisposedException>(() => built!.Services.GetService<TimeProvider>());
    }

    private static ServiceProvider ServicesWith(Dictionary<string, string?> settings) => new ServiceCollection()
        .AddSingleton<IConfiguration>(new ConfigurationBuilder().AddInMemoryCollection(settings).Build())
        .BuildServiceProvider();

    private sealed class FailingStart : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken) => throw new IOException("The start fails.");

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
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
