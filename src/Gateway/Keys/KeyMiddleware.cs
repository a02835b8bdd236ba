using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Authenticates requests to the API by their key. Sets the <see cref="Caller"/>. Removes keys from all requests, even if keys
/// are not required.
/// </summary>
internal sealed class KeyMiddleware(
    RequestDelegate next, KeyRing ring, KeyFailures failures, KeyRefusal refusal, IOptions<KeyOptions> options)
{
    private static readonly StringValues Private = "private";

    private readonly bool _areRequired = options.Value.AreRequired;
    private readonly TimeSpan _maxAge = options.Value.MaxAge;

    public Task InvokeAsync(HttpContext context)
    {
        var need = _areRequired ? RequiredScope.Find(context) : null;
        // Browsers and proxies store addresses: the key of an operator does not belong there.
        var key = KeyInRequest.Take(context.Request, acceptsQuery: need is not { IsAdministration: true });
        return need is null ? next(context) : AuthenticateAsync(context, key);
    }

    private Task AuthenticateAsync(HttpContext context, ReadOnlySpan<char> key)
    {
        if (ring.Age > _maxAge)
        {
            return refusal.UnavailableAsync(context);
        }

        // A key that the connection has sent before is no guess. A session of the admin page has set the holder of its key.
        var areTooMany = failures.AreTooMany(context);
        if ((ring.Find(key, LastKey.ForConnection(context), isLastOnly: areTooMany) ?? context.Features.Get<KeyHolder>()) is { } holder)
        {
            context.Features.Set(holder.Caller);
            // A cache on the way to the client does not know that the response depends on the key (RFC 9111, section 3.5).
            context.Response.Headers.CacheControl = Private;
            return next(context);
        }

        if (areTooMany)
        {
            return refusal.TooManyAsync(context, failures.SecondsToNextMinute);
        }

        failures.Count(context);
        return refusal.UnauthorizedAsync(context);
    }
}
