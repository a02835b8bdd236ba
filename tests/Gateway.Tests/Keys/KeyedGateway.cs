using System.Net;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>The gateway with <c>--keys required</c>, and the keys it checks.</summary>
internal sealed class KeyedGateway : IAsyncDisposable
{
    public const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";

    private readonly RequestProgress _progress = new();
    private readonly Lazy<HttpClient> _client;
    private int _names;

    private KeyedGateway(TestGateway gateway)
    {
        Gateway = gateway;
        Keys = new TestKeys(gateway.Time);
        // One for all requests: a factory that creates its first two clients at the same time starts two gateways.
        _client = new Lazy<HttpClient>(() => gateway.CreateClient(new() { HandleCookies = false }));
        gateway.With("Keys:Mode", "required").With("Database:File", Keys.File)
            .WithServices(services => services.AddSingleton<IStartupFilter>(_progress));
    }

    public TestGateway Gateway { get; }

    public TestKeys Keys { get; }

    /// <summary>With a database that has no key; what is added before the first request is read at the start.</summary>
    public static async Task<KeyedGateway> StartAsync()
    {
        var keyed = new KeyedGateway(await TestGateway.StartAsync());
        keyed.Keys.Database.Open().Dispose();
        await keyed.Keys.ListAsync();
        return keyed;
    }

    /// <summary>A key of a new holder, known to the gateway.</summary>
    public async Task<ApiKey> AddAsync(
        KeyScopes scopes = KeyScopes.InvoicesRead,
        DateTimeOffset? expiresAt = null,
        string owners = AllowedOwners.AllText)
    {
        var key = await Keys.AddAsync($"holder-{++_names}", scopes, expiresAt, owners: owners);
        Poll();
        return key;
    }

    /// <summary>Lets the gateway see what has changed in the database.</summary>
    public void Poll() => Gateway.Time.Advance(TimeSpan.FromMilliseconds(250));

    /// <summary>Returns when the gateway has ended the request too.</summary>
    public async Task<HttpResponseMessage> SendAsync(
        string? key, string address = Invoice, string method = "GET", HttpContent? content = null)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), address) { Content = content };
        if (key is not null)
        {
            request.Headers.Add(KeyInRequest.Header, key);
        }

        var response = await _client.Value.SendAsync(request, TestContext.Current.CancellationToken);
        await _progress.EndedAsync();
        return response;
    }

    /// <summary>Returns when the gateway has ended a request that was sent in another way.</summary>
    public Task EndedAsync() => _progress.EndedAsync();

    public async Task<HttpStatusCode> StatusOfAsync(string? key, string address = Invoice, string method = "GET")
    {
        using var response = await SendAsync(key, address, method);
        return response.StatusCode;
    }

    public async ValueTask DisposeAsync()
    {
        await Gateway.DisposeAsync();
        Keys.Dispose();
    }
}
