using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// Forwards a request to one of a backend's destinations. A GET is retried once, at another destination, if the first could not
/// be reached or responded with 502 or 503. A request that timed out is not retried, because a retry adds load to a backend that
/// is slow under load.
/// </summary>
internal sealed class DestinationAttempts(
    IHttpForwarder forwarder, PassThroughTransformer transformer, DestinationLoad load, ReachabilityPolicy reachability)
{
    public ValueTask<ForwarderError> SendAsync(HttpContext context, IReverseProxyFeature proxy)
    {
        // With a single destination, load and health are not needed.
        if (proxy.AllDestinations is [var only])
        {
            return ForwardAsync(context, proxy, only);
        }

        if (load.FindLeastBusy(proxy.AvailableDestinations) is not { } first)
        {
            return ValueTask.FromResult(ForwarderError.NoAvailableDestinations);
        }

        return proxy.AvailableDestinations.Count > 1 && HttpMethods.IsGet(context.Request.Method)
            ? SendTwiceAsync(context, proxy, first)
            : SendAsync(context, proxy, first);
    }

    private async ValueTask<ForwarderError> SendTwiceAsync(
        HttpContext context, IReverseProxyFeature proxy, DestinationState first)
    {
        var attempt = new RetryableAttempt();
        context.Features.Set(attempt);
        var error = await SendAsync(context, proxy, first);
        context.Features.Set<RetryableAttempt>(null);
        if (!attempt.WasRefused && (error != ForwarderError.Request || context.Response.HasStarted))
        {
            return error;
        }

        Forget(context);
        return await SendAsync(context, proxy, load.FindLeastBusy(proxy.AvailableDestinations, exclude: first) ?? first);
    }

    private async ValueTask<ForwarderError> SendAsync(
        HttpContext context, IReverseProxyFeature proxy, DestinationState destination)
    {
        var calls = load.CallsTo(destination);
        calls.Begin();
        try
        {
            return await ForwardAsync(context, proxy, destination);
        }
        finally
        {
            calls.End();
            reachability.RequestProxied(context, proxy.Route.Cluster!, destination);
        }
    }

    private ValueTask<ForwarderError> ForwardAsync(HttpContext context, IReverseProxyFeature proxy, DestinationState destination)
    {
        var (cluster, address) = (proxy.Cluster, destination.Model.Config.Address);
        return forwarder.SendAsync(context, address, cluster.HttpClient, cluster.Config.HttpRequest!, transformer);
    }

    private static void Forget(HttpContext context)
    {
        context.Features.Set<IForwarderErrorFeature>(null);
        context.Response.StatusCode = StatusCodes.Status200OK;
    }
}
