using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// A request that the cache sends for all requests that wait for its answer. It has the parts of the cache key and nothing else
/// of a client's request: no host, no cookie, no forwarded address, no holder. What the backend does not see cannot poison its
/// answer.
/// </summary>
internal sealed class RefreshRequest : IAsyncDisposable
{
    private readonly RefreshLifetime _lifetime;
    private readonly RefreshBody _body;
    private readonly RefreshResponse _response;

    public RefreshRequest(HttpContext client, CacheStore store, CacheOptions options, TimeProvider time)
    {
        _lifetime = new RefreshLifetime(options.FillTimeout, time);
        _body = new RefreshBody(options.LargestEntryBytes, store, _lifetime.Abort);
        _response = new RefreshResponse(_body);
        Context = new DefaultHttpContext(FeaturesOf(client));
    }

    public DefaultHttpContext Context { get; }

    public bool HasTimedOut => _lifetime.HasTimedOut;

    /// <summary>The answer is too large to keep, or others on their way have taken the room for it.</summary>
    public bool HasNoRoom => _body.HasOverflown;

    public bool WasBroken => _lifetime.WasAborted;

    /// <summary>To be called once.</summary>
    public CachedAnswer TakeAnswer() => new(
        Context.Response.StatusCode,
        [.. Context.Response.Headers.Where(header => AnswerRules.IsKept(header.Key))],
        _body.Take());

    public async ValueTask DisposeAsync()
    {
        try
        {
            await _response.CompleteAsync();
        }
        finally
        {
            _lifetime.Dispose();
            _body.Dispose();
        }
    }

    private FeatureCollection FeaturesOf(HttpContext client)
    {
        var features = new FeatureCollection();
        features.Set<IHttpRequestFeature>(RequestOf(client.Request));
        features.Set<IHttpResponseFeature>(_response);
        features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(_body));
        features.Set<IHttpRequestLifetimeFeature>(_lifetime);
        features.Set<IRouteValuesFeature>(new RouteValuesFeature { RouteValues = new(client.Request.RouteValues) });
        features.Set<IEndpointFeature>(new RefreshEndpoint { Endpoint = client.GetEndpoint() });
        features.Set(CallerOf(client));
        return features;
    }

    // The holder is in no cache key. The owner that the request names was checked before.
    private static Caller? CallerOf(HttpContext client) => Caller.Of(client) is { } caller
        ? caller with { Name = "", Owners = OwnersOf(client.Request, caller) }
        : null;

    private static AllowedOwners OwnersOf(HttpRequest client, Caller caller) =>
        OwnerInRequest.Read(client) is { } owner ? AllowedOwners.Parse([owner]) ?? AllowedOwners.None : caller.Owners;

    private static HttpRequestFeature RequestOf(HttpRequest client) => new()
    {
        Method = HttpMethods.Get,
        Path = client.Path.Value ?? "",
        Protocol = client.Protocol,
        QueryString = client.QueryString.Value ?? "",
        Scheme = client.Scheme,
    };

    private sealed class RefreshEndpoint : IEndpointFeature
    {
        public Endpoint? Endpoint { get; set; }
    }
}
