using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>A gateway with a cache. The backend numbers each list of deliveries that it sends.</summary>
internal sealed class CachedGateway : IAsyncDisposable
{
    public const string List = "/api/deliveries?ownerId=owner-0007&year=2025&month=3";

    private readonly RequestProgress _progress = new();
    private WebApplicationFactory<Program> _factory;
    private Lazy<HttpClient> _client;
    private int _made;

    private CachedGateway(TestGateway gateway)
    {
        Gateway = gateway;
        gateway.With("Cache:Mode", CacheOptions.Gateway);
        (_factory, _client) = Create();
        Delivery.Answer("/deliveries", MakeListAsync);
    }

    public TestGateway Gateway { get; }

    public FakeBackend Delivery => Gateway.Delivery;

    public int Made => Volatile.Read(ref _made);

    public static async Task<CachedGateway> StartAsync() => new(await TestGateway.StartAsync());

    public CachedGateway With(string key, string value)
    {
        Gateway.With(key, value);
        return this;
    }

    public void Advance(double seconds) => Gateway.Time.Advance(TimeSpan.FromSeconds(seconds));

    /// <summary>Stops the gateway. The next request starts it again, with the same settings, clock and backends.</summary>
    public async Task RestartAsync()
    {
        await _factory.DisposeAsync();
        (_factory, _client) = Create();
    }

    /// <summary>From now on the list is made so, after it has been numbered.</summary>
    public void AnswerList(RequestDelegate answer) => Delivery.Answer("/deliveries", async context =>
    {
        Interlocked.Increment(ref _made);
        await answer(context);
    });

    public Task MakeListAsync(HttpContext context) =>
        context.Response.WriteAsync($"list {Interlocked.Increment(ref _made)}", context.RequestAborted);

    public Task<Answer> GetAsync(string address = List, params (string Name, string Value)[] headers) =>
        SendAsync(HttpMethod.Get, address, TestContext.Current.CancellationToken, headers);

    public Task<Answer> GetAsync(CancellationToken cancellationToken) => SendAsync(HttpMethod.Get, List, cancellationToken);

    public Task<Answer> SendAsync(HttpMethod method, string address = List) =>
        SendAsync(method, address, TestContext.Current.CancellationToken);

    /// <summary>Before the first request the routes are not known, and it waits for them instead of for an answer.</summary>
    public async Task WarmUpAsync()
    {
        await GetAsync("/health/live");
        await BegunAsync(1);
    }

    /// <inheritdoc cref="RequestProgress.BegunAsync"/>
    public Task BegunAsync(int requests) => _progress.BegunAsync(requests);

    public CacheStore Store => _factory.Services.GetRequiredService<CacheStore>();

    public IMeterFactory Meters => _factory.Services.GetRequiredService<IMeterFactory>();

    public CacheFolder? Folder => _factory.Services.GetService<CacheFolder>();

    public TagExchange? Exchange => _factory.Services.GetService<TagExchange>();

    /// <summary>Asks for the list until it is fresh, and returns it.</summary>
    public async Task<Answer> UntilFreshAsync()
    {
        while (true)
        {
            if (await GetAsync() is { Cache: "HIT" } fresh)
            {
                return fresh;
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _factory.DisposeAsync();
        await Gateway.DisposeAsync();
    }

    private (WebApplicationFactory<Program> Factory, Lazy<HttpClient> Client) Create()
    {
        var factory = Gateway.WithWebHostBuilder(host =>
            host.ConfigureTestServices(services => services
                .AddSingleton<IStartupFilter>(_progress)
                .AddSingleton<IStartupFilter>(new HeaderCallers(
                    name => new Caller(name, name, Plan.Unlimited) { Owners = new AllowedOwners(name) }))));
        return (factory, new(() => factory.CreateClient(new() { AllowAutoRedirect = false, HandleCookies = false })));
    }

    private async Task<Answer> SendAsync(
        HttpMethod method, string address, CancellationToken cancellationToken, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(method, address);
        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        using var response = await _client.Value.SendAsync(request, cancellationToken);
        return new Answer(
            (int)response.StatusCode,
            await response.Content.ReadAsStringAsync(cancellationToken),
            response.Headers.TryGetValues("X-Cache", out var cache) ? cache.Single() : null,
            response.Headers.Age?.TotalSeconds,
            response.Headers.ETag?.ToString(),
            response.Content.Headers.ContentLength);
    }

    /// <summary>What a client saw.</summary>
    /// <param name="Cache">X-Cache; null without.</param>
    /// <param name="Age">In seconds.</param>
    internal sealed record Answer(int Status, string Body, string? Cache, double? Age, string? ETag, long? Length);
}
