namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Authorizes requests to the API: the scopes and owners of the key must allow them. Runs after the limits of plans, so that
/// refused requests count against them.
/// </summary>
internal sealed class KeyAuthorizationMiddleware(RequestDelegate next, KeyRefusal refusal)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (Caller.FromContext(context) is not { } caller)
        {
            return next(context);
        }

        if (RequiredScope.Find(context)?.IsGrantedBy(caller.Scopes, context.Request.Method) is not true)
        {
            return refusal.ForbiddenAsync(context);
        }

        return OwnerInRequest.Check(context.Request, caller.Owners) switch
        {
            OwnerCheck.Allowed => next(context),
            OwnerCheck.Ambiguous => refusal.AmbiguousOwnerAsync(context),
            _ => refusal.ForbiddenAsync(context),
        };
    }
}
