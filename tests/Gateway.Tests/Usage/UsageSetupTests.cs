using System.Net;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>What the settings of usage turn on in a gateway.</summary>
public sealed class UsageSetupTests : IDisposable
{
    private const string WithoutKeys = "Usage is counted, but GET /admin/usage needs --keys required";

    private readonly UsageFile _file = new();

    [Fact]
    public async Task Usage_OnWithoutKeys_WarnsThatItsReportIsNotThere()
    {
        await using var gateway = await StartAsync("sqlite");

        Assert.Equal(HttpStatusCode.OK, (await gateway.GetInvoiceAsync()).StatusCode);

        Assert.Single(gateway.Warnings.Lines, WithoutKeys);
    }

    [Fact]
    public async Task Usage_OnWithKeys_DoesNotWarn()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Usage:Mode", "sqlite");

        await keyed.StatusOfAsync(null);

        Assert.NotNull(keyed.Gateway.Services.GetService<UsageFlusher>());
        Assert.DoesNotContain(WithoutKeys, keyed.Gateway.Warnings.Lines);
    }

    [Fact]
    public async Task Usage_On_ItsSettingsAndHealthCheckAreThere()
    {
        await using var gateway = await StartAsync("sqlite");
        gateway.With("Usage:FlushSeconds", "30");

        Assert.Equal(TimeSpan.FromSeconds(30), gateway.Services.GetRequiredService<IOptions<UsageOptions>>().Value.FlushInterval);
        Assert.Contains("usage", HealthChecks(gateway));
        Assert.IsType<SqliteUsageStore>(gateway.Services.GetRequiredService<IUsageStore>());
    }

    [Fact]
    public async Task Usage_InRedis_ItsStoreIsRedis()
    {
        using var port = new UnansweredPort();
        await using var gateway = await StartAsync("redis");
        gateway.With("Redis:Address", $"{port.Address.Host}:{port.Address.Port}");

        Assert.IsType<RedisUsageStore>(gateway.Services.GetRequiredService<IUsageStore>());
        Assert.Contains("redis", HealthChecks(gateway));
    }

    [Fact]
    public async Task Usage_Off_NothingOfItIsThere()
    {
        await using var gateway = await StartAsync("off");

        Assert.Equal(HttpStatusCode.OK, (await gateway.GetInvoiceAsync()).StatusCode);

        Assert.Null(gateway.Services.GetService<UsageFlusher>());
        Assert.DoesNotContain("usage", HealthChecks(gateway));
        Assert.DoesNotContain(WithoutKeys, gateway.Warnings.Lines);
    }

    public void Dispose() => _file.Dispose();

    private static IEnumerable<string> HealthChecks(TestGateway gateway) =>
        gateway.Services.GetRequiredService<IOptions<HealthCheckServiceOptions>>().Value.Registrations
            .Select(check => check.Name);

    private async Task<TestGateway> StartAsync(string mode) =>
        (await TestGateway.StartAsync()).With("Usage:Mode", mode).With("Database:File", _file.Path);
}
