using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// A request that the cache makes for all who wait for its answer. It has of a client's request what the key tells and nothing
/// else: no host, no cookie, no forwarded address. What the backend does not see cannot poison its answer.
/// </summary>
internal sealed class FillRequest : IAsyncDisposable
{
    private readonly FillLifetime _lifetime;
    private readonly FillBody _body;
    private readonly FillResponse _response;

    public FillRequest(HttpContext client, CacheStore store, CacheOptions options, TimeProvider time)
    {
        _lifetime = new FillLifetime(options.FillTimeout, time);
        _body = new FillBody(options.LargestEntryBytes, store, _lifetime.Abort);
        _response = new FillResponse(_body);
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
        features.Set<IEndpointFeature>(new FillEndpoint { Endpoint = client.GetEndpoint() });
        features.Set(Caller.Of(client));
        return features;
    }

    private static HttpRequestFeature RequestOf(HttpRequest client) => new()
    {
        Method = HttpMethods.Get,
        Path = client.Path.Value ?? "",
        Protocol = client.Protocol,
        QueryString = client.QueryString.Value ?? "",
        Scheme = client.Scheme,
    };

    private sealed class FillEndpoint : IEndpointFeature
    {
        public Endpoint? Endpoint { get; set; }
    }
}
