using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Counts each request to the API, that is each request that may require a key. Health probes are not counted.</summary>
internal sealed class UsageMiddleware(RequestDelegate next, UsageRecorder recorder)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (RequiredScope.Find(context) is null)
        {
            return next(context);
        }

        var counted = CountedRequest.Begin(context, RouteOf(context.GetEndpoint()), recorder);
        return counted.Handling = next(context);
    }

    private static string RouteOf(Endpoint? endpoint) =>
        (endpoint as RouteEndpoint)?.RoutePattern.RawText ?? UsageNames.None;
}
