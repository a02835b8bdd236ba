using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Counts each request of the API: those that a key may be asked for. What probes ask for is not usage.</summary>
internal sealed class UsageMiddleware(RequestDelegate next, UsageRecorder recorder)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (context.GetEndpoint() is RouteEndpoint { RoutePattern.RawText: { } route } endpoint
            && ScopeNeed.Of(endpoint) is not null)
        {
            CountedRequest.Begin(context, route, recorder);
        }

        return next(context);
    }
}
