using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Lets a request to the API through only with a key that allows it, and sets the <see cref="Caller"/>. Takes keys out of all
/// requests, where keys are off too.
/// </summary>
internal sealed class KeyMiddleware(RequestDelegate next, KeyRing ring, KeyRefusal refusal, IOptions<KeyOptions> options)
{
    private readonly bool _areRequired = options.Value.AreRequired;

    public Task InvokeAsync(HttpContext context)
    {
        var key = KeyInRequest.Take(context.Request);
        return _areRequired && ScopeNeed.Of(context) is { } need ? AdmitAsync(context, key, need) : next(context);
    }

    private Task AdmitAsync(HttpContext context, ReadOnlySpan<char> key, ScopeNeed need)
    {
        if (ring.Find(key, LastKey.Of(context)) is not { } holder)
        {
            return refusal.UnauthorizedAsync(context);
        }

        // Before the scope is looked at: what is refused for it is counted as this caller's.
        context.Features.Set(holder.Caller);
        return need.IsMetBy(holder.Scopes, context.Request.Method) ? next(context) : refusal.ForbiddenAsync(context);
    }
}
