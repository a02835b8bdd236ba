using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// Counts each request of the API: those whose endpoint needs a backend, and those of administrators. What is asked for by probes is not
/// usage.
/// </summary>
internal sealed class UsageMiddleware(RequestDelegate next, UsageRecorder recorder)
{
    private const string AdministratorsPrefix = "/admin/";

    public Task InvokeAsync(HttpContext context)
    {
        if (context.GetEndpoint() is RouteEndpoint { RoutePattern.RawText: { } route } endpoint
            && (endpoint.Metadata.GetMetadata<BackendNeed>() is not null
                || route.StartsWith(AdministratorsPrefix, StringComparison.Ordinal)))
        {
            CountedRequest.Begin(context, route, recorder);
        }

        return next(context);
    }
}
