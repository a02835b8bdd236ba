using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Answers a request that could not be handed on with problem details that name the backend, as invoices do.</summary>
internal sealed class PassThroughFailures(RequestDelegate next, IProblemDetailsService problems)
{
    public async Task InvokeAsync(HttpContext context)
    {
        await next(context);
        if (!context.Response.HasStarted && FailureOf(context) is { } failure)
        {
            await BackendFailureHandler.WriteAsync(problems, context, failure);
        }
    }

    private static BackendFailure? FailureOf(HttpContext context)
    {
        var backend = context.GetReverseProxyFeature().Cluster.Config.ClusterId;
        return context.GetForwarderErrorFeature()?.Error switch
        {
            null or ForwarderError.None => null,
            ForwarderError.RequestTimedOut => BackendFailure.TimedOut(backend, "did not answer in time"),
            // The client has gone, so that nobody reads an answer.
            ForwarderError.RequestCanceled or ForwarderError.RequestBodyCanceled or ForwarderError.ResponseBodyCanceled => null,
            _ => BackendFailure.Unreachable(backend),
        };
    }
}
