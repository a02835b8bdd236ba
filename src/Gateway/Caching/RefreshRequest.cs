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

    public RefreshRequest(HttpContext client, CachePolicy policy, CacheStore store, CacheOptions options, TimeProvider time)
    {
        _lifetime = new RefreshLifetime(options.RefreshTimeout, time);
        _body = new RefreshBody(options.MaxEntryBytes, store, _lifetime.Abort);
        _response = new RefreshResponse(_body);
        Context.Features.Set<IHttpResponseFeature>(_response);
        Context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(_body));
        Context.Features.Set<IHttpRequestLifetimeFeature>(_lifetime);
        Context.SetEndpoint(client.GetEndpoint());
        var request = Context.Request;
        request.Method = HttpMethods.Get;
        request.Path = client.Request.Path;
        request.Protocol = client.Request.Protocol;
        request.QueryString = QueryOf(client.Request.QueryString.Value ?? "", policy);
        request.RouteValues = new(client.Request.RouteValues);
        Context.Features.Set(CallerOf(client, request));
        // Not in the cache key, but forwarded.
        request.Scheme = Uri.UriSchemeHttp;
    }

    public DefaultHttpContext Context { get; } = new();

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

    // The holder is not part of a cache key. The owner that the refresh names was authorized before. An owner that only the client's
    // request names is not part of the key either, so the owners of the API key apply, which are.
    private static Caller? CallerOf(HttpContext client, HttpRequest refresh) => Caller.FromContext(client) is { } caller
        ? caller with { Name = "", Owners = OwnersOf(refresh, caller) }
        : null;

    private static AllowedOwners OwnersOf(HttpRequest refresh, Caller caller) =>
        OwnerInRequest.Read(refresh) is { } owner ? AllowedOwners.Parse([owner]) ?? AllowedOwners.None : caller.Owners;

    private static QueryString QueryOf(string query, CachePolicy policy) => query.Length <= 1 ? default : new("?" + string.Join(
        '&', query[1..].Split('&').Where(parameter => policy.IndexOf(QueryParameter.NameOf(parameter)) >= 0)));
}
