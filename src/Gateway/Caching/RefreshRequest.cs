using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// A request that the cache sends for all requests that wait for its response. It is created from the parts of the cache key. It
/// has no host, no cookie, no other header, no forwarded address and no holder of the client's request. Data that is not sent to
/// the backend cannot poison its response.
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

    /// <summary>Whether the body exceeded the maximum size of a cached response or the available memory of the cache.</summary>
    public bool HasNoRoom => _body.HasOverflown;

    public bool WasBroken => _lifetime.WasAborted;

    /// <summary>Returns the response. Must be called at most once.</summary>
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

    // The holder is not part of a cache key. The owner that the request names was authorized before.
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
        // Not in the cache key, but forwarded.
        Scheme = Uri.UriSchemeHttp,
    };

    private sealed class RefreshEndpoint : IEndpointFeature
    {
        public Endpoint? Endpoint { get; set; }
    }
}
