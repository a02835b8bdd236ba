using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Answers a request that could not be handed on with problem details that name the backend, as invoices do.</summary>
internal sealed class PassThroughFailures(RequestDelegate next, IProblemDetailsService problems, FailureLog failures)
{
    public async Task InvokeAsync(HttpContext context)
    {
        await next(context);
        if (!context.Response.HasStarted && context.GetForwarderErrorFeature() is { Error: var error }
            && FailureOf(context.GetReverseProxyFeature().Cluster.Config.ClusterId, error) is { } failure)
        {
            await BackendFailureHandler.WriteAsync(problems, failures, context, failure);
        }
    }

    /// <summary>Null when it is not the backend that failed: the proxy has set a status then.</summary>
    internal static BackendFailure? FailureOf(string backend, ForwarderError error) => error switch
    {
        ForwarderError.None => null,
        ForwarderError.RequestTimedOut => BackendFailure.TimedOut(backend, "did not answer in time"),
        // The client has gone, so that nobody reads an answer.
        ForwarderError.RequestCanceled or ForwarderError.RequestBodyCanceled or ForwarderError.ResponseBodyCanceled
            or ForwarderError.UpgradeRequestCanceled or ForwarderError.UpgradeResponseCanceled => null,
        // What the client sent could not be read, or what it was sent not written.
        ForwarderError.RequestBodyClient or ForwarderError.ResponseBodyClient
            or ForwarderError.UpgradeRequestClient or ForwarderError.UpgradeResponseClient => null,
        _ => BackendFailure.Unreachable(backend),
    };
}
