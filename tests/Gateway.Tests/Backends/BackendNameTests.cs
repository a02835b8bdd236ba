using System.Net;
using System.Net.Sockets;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Backends;

/// <summary>Package behind a name whose addresses change while the gateway runs: 127.0.0.1, 127.0.0.2, ... on one port.</summary>
public sealed class BackendNameTests : IAsyncLifetime
{
    private const string Package = "/api/packages/p-1";
    private const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _lookups = new(0);
    private readonly List<FakeBackend> _others = [];
    private volatile IPAddress[] _addresses = [IPAddress.Loopback];
    private TestGateway _gateway = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private int Port => new Uri(_gateway.Package.Address).Port;

    public async ValueTask InitializeAsync()
    {
        _gateway = await TestGateway.StartAsync();
        Prepare(_gateway.Package);
        _gateway.With("Backends:Package", $"dns+http://package.test:{Port}")
            .WithServices(services => services.AddSingleton<HostNameLookup>(LookUp));
    }

    public async ValueTask DisposeAsync()
    {
        await _gateway.DisposeAsync();
        foreach (var other in _others)
        {
            await other.DisposeAsync();
        }

        _lookups.Dispose();
    }

    /// <summary>The gateway's clock does not move after these 10 s, however slow the machine is.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData(Package)]
    [InlineData(Invoice)]
    public async Task Address_Added_GetsItsShareWithin10Seconds(string path)
    {
        await GetAsync(path);
        var other = await AddAsync(2);

        _gateway.Time.Advance(TimeSpan.FromSeconds(10));
        while (other.Requests.Count == 0)
        {
            await GetAsync(path);
        }

        var (before, otherBefore) = (_gateway.Package.Requests.Count, other.Requests.Count);
        for (var i = 0; i < 10; i++)
        {
            await GetAsync(path);
        }

        Assert.Equal((5, 5), (_gateway.Package.Requests.Count - before, other.Requests.Count - otherBefore));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Package)]
    [InlineData(Invoice)]
    public async Task Address_Removed_FinishesItsRequestsAndGetsNoMore(string path)
    {
        var other = await AddAsync(2);
        var (held, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        other.Answer("/packages/slow", async _ =>
        {
            held.SetResult();
            await release.Task;
        });
        _addresses = [IPAddress.Parse("127.0.0.2")];
        var slow = GetAsync("/api/packages/slow");
        await held.Task;

        _addresses = [IPAddress.Loopback];
        await ResolveAgainAsync();
        for (var i = 0; i < 4; i++)
        {
            await GetAsync(path);
        }

        release.SetResult();
        await slow;
        Assert.Equal(["GET /packages/slow"], other.Requests);
    }

    [Fact(Timeout = 300_000)]
    public async Task Name_CannotBeResolvedAnyMore_KeepsItsAddressesAndSaysSoOnce()
    {
        await GetAsync(Package);
        _addresses = [];

        await ResolveAgainAsync();
        await ResolveAgainAsync();

        await GetAsync(Package);
        Assert.Single(_gateway.Warnings.Lines, line => line.Contains("package.test could not be resolved"));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Package)]
    [InlineData(Invoice)]
    public async Task Name_CannotBeResolvedAtTheStart_IsUnreachableUntilItCan(string path)
    {
        _addresses = [];

        using var response = await _gateway.CreateClient().GetAsync(path, Cancelled);
        Assert.Equal(HttpStatusCode.BadGateway, response.StatusCode);
        Assert.Equal("package", (await response.ReadProblemAsync()).GetProperty("backend").GetString());

        _addresses = [IPAddress.Loopback];
        await ResolveAgainAsync();
        _gateway.Time.Advance(TimeSpan.FromSeconds(10));
        await GetAsync(path);
    }

    [Fact(Timeout = 300_000)]
    public async Task Readiness_NameCannotBeResolved_SaysSo()
    {
        _addresses = [];

        var text = await _gateway.CreateClient().GetStringAsync("/health/ready", Cancelled);

        Assert.Contains("package has no address: its name could not be resolved", text);
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Package)]
    [InlineData(Invoice)]
    public async Task Instances_StoppedAndReplacedInTurn_NoRequestFails(string path)
    {
        // The clock moves on while requests are under way.
        _gateway.With("Resilience:AttemptTimeout", "00:10:00").With("Resilience:TotalTimeout", "00:30:00");
        List<FakeBackend> instances = [_gateway.Package, await AddAsync(2), await AddAsync(3)];
        using var client = _gateway.CreateClient();
        using var done = new CancellationTokenSource();
        var users = Enumerable.Range(0, 4).Select(_ => SendUntilAsync(client, path, done.Token)).ToList();
        foreach (var (number, instance) in instances.Index().Skip(1))
        {
            await SeenAsync(instance);
            await instance.StopAsync();
            await instance.DisposeAsync();
            _others.Remove(instance);
            await SeenAsync(await AddAsync(number + 1));
        }

        await done.CancelAsync();
        Assert.All(await Task.WhenAll(users), statuses => Assert.All(statuses, status => Assert.Equal(HttpStatusCode.OK, status)));
    }

    private static void Prepare(FakeBackend package)
    {
        package.Answer("/packages/p-1", 200, "{}");
        package.Answer("/packages/slow", 200, "{}");
        package.Answer("/packages/summary", 200, """{"packages":5,"fragile":1,"weightKilograms":7.35}""");
    }

    private static async Task<List<HttpStatusCode>> SendUntilAsync(HttpClient client, string path, CancellationToken end)
    {
        var statuses = new List<HttpStatusCode>();
        while (!end.IsCancellationRequested)
        {
            using var response = await client.GetAsync(path, Cancelled);
            statuses.Add(response.StatusCode);
        }

        return statuses;
    }

    /// <summary>An address that broke a connection gets requests again after a second of the test's clock.</summary>
    private async Task SeenAsync(FakeBackend instance)
    {
        while (!await instance.Arrivals.WaitAsync(TimeSpan.FromMilliseconds(20), Cancelled))
        {
            _gateway.Time.Advance(TimeSpan.FromSeconds(1));
        }
    }

    private async Task<FakeBackend> AddAsync(int number)
    {
        var address = IPAddress.Parse($"127.0.0.{number}");
        var other = await FakeBackend.StartAsync(new IPEndPoint(address, Port));
        Prepare(other);
        _others.Add(other);
        _addresses = [.. _addresses.Append(address).Distinct()];
        return other;
    }

    private Task<IPAddress[]> LookUp(string host, CancellationToken cancellationToken)
    {
        _lookups.Release();
        return _addresses is { Length: > 0 } addresses && host == "package.test"
            ? Task.FromResult(addresses)
            : throw new SocketException((int)SocketError.HostNotFound);
    }

    /// <summary>A lookup begins when the result of the one before it is in use.</summary>
    private async Task ResolveAgainAsync()
    {
        while (await _lookups.WaitAsync(0, Cancelled))
        {
        }

        for (var seen = 0; seen < 2;)
        {
            _gateway.Time.Advance(Interval);
            seen += await _lookups.WaitAsync(TimeSpan.FromMilliseconds(20), Cancelled) ? 1 : 0;
        }
    }

    private async Task GetAsync(string path)
    {
        using var response = await _gateway.CreateClient().GetAsync(path, Cancelled);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
