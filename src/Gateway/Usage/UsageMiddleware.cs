using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Counts each request of the API: those that a key may be asked for. What probes ask for is not usage.</summary>
internal sealed class UsageMiddleware(RequestDelegate next, UsageRecorder recorder)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (RequiredScope.Of(context) is not null)
        {
            CountedRequest.Begin(context, RouteOf(context.GetEndpoint()), recorder);
        }

        return next(context);
    }

    private static string RouteOf(Endpoint? endpoint) =>
        (endpoint as RouteEndpoint)?.RoutePattern.RawText ?? UsageNames.None;
}
