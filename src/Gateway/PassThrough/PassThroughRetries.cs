using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// Sends a GET or HEAD once more, to another address of the backend, when the first could not be reached or said 502 or 503. A
/// late one is not sent again: whoever is slow under load would get more of it. No other method is.
/// </summary>
internal sealed class PassThroughRetries(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context) =>
        context.GetReverseProxyFeature().AvailableDestinations.Count > 1 && IsSafe(context.Request.Method)
            ? SendAsync(context)
            : next(context);

    private async Task SendAsync(HttpContext context)
    {
        var proxy = context.GetReverseProxyFeature();
        var available = proxy.AvailableDestinations;
        var attempt = new RetryableAttempt();
        context.Features.Set(attempt);
        await next(context);
        context.Features.Set<RetryableAttempt>(null);
        if (attempt.WasRefused || (IsUnreachable(context) && !context.Response.HasStarted))
        {
            Forget(context);
            proxy.AvailableDestinations = Without(proxy.ProxiedDestination, available);
            await next(context);
        }
    }

    private static bool IsSafe(string method) => HttpMethods.IsGet(method) || HttpMethods.IsHead(method);

    private static bool IsUnreachable(HttpContext context) =>
        context.GetForwarderErrorFeature() is { Error: ForwarderError.Request };

    private static void Forget(HttpContext context)
    {
        context.Features.Set<IForwarderErrorFeature>(null);
        context.Response.StatusCode = StatusCodes.Status200OK;
    }

    private static DestinationState[] Without(DestinationState? tried, IReadOnlyList<DestinationState> available) =>
        [.. available.Where(destination => destination != tried)];
}
