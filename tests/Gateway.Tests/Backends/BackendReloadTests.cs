using System.Net;
using DroneDelivery.Gateway.Backends;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Backends;

/// <summary>The configuration is reloaded with other addresses of Package while the gateway runs.</summary>
public sealed class BackendReloadTests : IAsyncLifetime
{
    private const string Setting = "Backends:Package";
    private const string Package = "/api/packages/p-1";
    private const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";

    private TestGateway _gateway = null!;
    private FakeBackend _other = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _gateway = await TestGateway.StartAsync();
        _other = await FakeBackend.StartAsync();
        foreach (var package in new[] { _gateway.Package, _other })
        {
            package.Answer("/packages/p-1", 200, "{}");
            package.Answer("/packages/summary", 200, """{"packages":5,"fragile":1,"weightKilograms":7.35}""");
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _gateway.DisposeAsync();
        await _other.DisposeAsync();
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Package)]
    [InlineData(Invoice)]
    public async Task Address_Added_GetsItsShareAtOnce(string path)
    {
        await GetAsync(path);

        Reload($"{_gateway.Package.Address},{_other.Address}");
        for (var i = 0; i < 10; i++)
        {
            await GetAsync(path);
        }

        Assert.Equal((1 + 5, 5), (_gateway.Package.Requests.Count, _other.Requests.Count));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Package)]
    [InlineData(Invoice)]
    public async Task Address_Replaced_FinishesItsRequestsAndGetsNoMore(string path)
    {
        var release = new TaskCompletionSource();
        _gateway.Package.Answer("/packages/slow", async context =>
        {
            await release.Task;
            await context.Response.WriteAsync("done", context.RequestAborted);
        });
        using var client = _gateway.CreateClient();
        var slow = client.GetStringAsync("/api/packages/slow", Cancelled);
        await _gateway.Package.Arrivals.WaitAsync(Cancelled);

        Reload(_other.Address);
        for (var i = 0; i < 4; i++)
        {
            await GetAsync(path);
        }

        release.SetResult();
        Assert.Equal("done", await slow);
        Assert.Equal(["GET /packages/slow"], _gateway.Package.Requests);
        Assert.Equal(4, _other.Requests.Count);
    }

    [Fact(Timeout = 300_000)]
    public async Task Address_InPlaceOfABrokenOne_GetsItsShareAtOnce()
    {
        await GetAsync(Package);
        var broken = await FakeBackend.StartAsync();
        var address = broken.Address;
        await broken.DisposeAsync();
        Reload($"{address},{_gateway.Package.Address}");
        await GetAsync(Package);
        await GetAsync(Package);

        Reload($"{_other.Address},{_gateway.Package.Address}");
        for (var i = 0; i < 10; i++)
        {
            await GetAsync(Package);
        }

        Assert.Equal((3 + 5, 5), (_gateway.Package.Requests.Count, _other.Requests.Count));
    }

    [Fact(Timeout = 300_000)]
    public async Task Readiness_AddressReplaced_IsThatOfTheNewOne()
    {
        await GetAsync(Package);
        await _other.StopAsync();

        Reload(_other.Address);

        var text = await _gateway.CreateClient().GetStringAsync("/health/ready", Cancelled);
        Assert.Contains($"package does not answer at {_other.Address}", text);
    }

    [Fact(Timeout = 300_000)]
    public async Task HealthCheck_AddressReplaced_AsksTheNewOne()
    {
        var asked = new TaskCompletionSource();
        _other.Answer("/health/ready", context =>
        {
            asked.TrySetResult();
            return Task.CompletedTask;
        });
        _gateway.With("Backends:HealthInterval", "00:00:01");
        await GetAsync(Package);

        Reload(_other.Address);

        // The proxy starts its timers after its first checks, and nothing tells when: an advance before that has no effect.
        while (await Task.WhenAny(asked.Task, Task.Delay(20, Cancelled)) != asked.Task)
        {
            _gateway.Time.Advance(TimeSpan.FromSeconds(1));
        }
    }

    [Theory(Timeout = 300_000)]
    [InlineData("Backends:Delivery", "ftp://delivery", "--delivery must be an address")]
    [InlineData("Backends:Timeout", "soon", "Backends:Timeout")]
    [InlineData("Backends:HealthInterval", "-00:00:01", "--health-interval must be")]
    public async Task Settings_OneIsInvalid_AllAreRejectedAndOneLineIsLogged(string name, string value, string reason)
    {
        await GetAsync(Package);

        _gateway.Reloadable.Set((Setting, _other.Address), (name, value));
        _gateway.Reloadable.Set((Setting, _other.Address), (name, value));
        await GetAsync(Package);

        Assert.Empty(_other.Requests);
        Assert.Contains(reason, Assert.Single(_gateway.Warnings.Lines));
    }

    [Fact(Timeout = 300_000)]
    public async Task Settings_ValidAfterInvalidOnes_AreUsedAndInvalidOnesAreLoggedAgain()
    {
        await GetAsync(Package);
        _gateway.Reloadable.Set((Setting, "none"));

        Reload(_other.Address);
        await GetAsync(Package);
        _gateway.Reloadable.Set((Setting, "none"));
        await GetAsync(Package);

        Assert.Equal(2, _other.Requests.Count);
        Assert.Equal(2, _gateway.Warnings.Lines.Count());
    }

    private void Reload(string addresses)
    {
        _gateway.Reloadable.Set((Setting, addresses));
        Assert.Equal(
            addresses.Split(',').Order(),
            _gateway.Services.GetRequiredService<BackendDestinations>().Find("package").DestinationsState.AllDestinations
                .Select(destination => destination.Model.Config.Address).Order());
    }

    private async Task GetAsync(string path)
    {
        using var response = await _gateway.CreateClient().GetAsync(path, Cancelled);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
