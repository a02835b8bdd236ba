using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Authorizes requests to the API: a request needs a key whose scopes and owners allow it. Sets the <see cref="Caller"/>.
/// Removes keys from all requests, even if keys are not required.
/// </summary>
internal sealed class KeyMiddleware(RequestDelegate next, KeyRing ring, KeyRefusal refusal, IOptions<KeyOptions> options)
{
    private readonly bool _areRequired = options.Value.AreRequired;
    private readonly TimeSpan _maxAge = options.Value.MaxAge;

    public Task InvokeAsync(HttpContext context)
    {
        var key = KeyInRequest.Take(context.Request);
        return _areRequired && RequiredScope.Find(context) is { } need ? AdmitAsync(context, key, need) : next(context);
    }

    private Task AdmitAsync(HttpContext context, ReadOnlySpan<char> key, RequiredScope need)
    {
        if (ring.Age > _maxAge)
        {
            return refusal.UnavailableAsync(context);
        }

        if (ring.Find(key, LastKey.Of(context)) is not { } holder)
        {
            return refusal.UnauthorizedAsync(context);
        }

        // Set before the scope is checked, so that a request refused for its scope is counted for this caller.
        context.Features.Set(holder.Caller);
        if (!need.IsGrantedBy(holder.Scopes, context.Request.Method))
        {
            return refusal.ForbiddenAsync(context);
        }

        return OwnerInRequest.Check(context.Request, holder.Caller.Owners) switch
        {
            OwnerCheck.Allowed => next(context),
            OwnerCheck.Ambiguous => refusal.AmbiguousOwnerAsync(context),
            _ => refusal.ForbiddenAsync(context),
        };
    }
}
