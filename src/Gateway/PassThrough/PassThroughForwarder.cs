using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// The end of the proxy's pipeline: hands a request on, tells the backend's gate what became of it, and answers one that could
/// not be handed on with problem details that name the backend, as invoices do.
/// </summary>
/// <remarks>Not a middleware for each: every one that waits for the answer costs each request a state machine.</remarks>
internal sealed class PassThroughForwarder(DestinationAttempts attempts, IProblemDetailsService problems, FailureLog failures)
{
    public async Task ForwardAsync(HttpContext context)
    {
        var proxy = context.GetReverseProxyFeature();
        var error = await attempts.SendAsync(context, proxy);
        var backend = proxy.Cluster.Config.ClusterId;
        context.Features.Get<Admission>()?.Leave(backend, OutcomeOf(error, context.Response));
        if (error != ForwarderError.None && !context.Response.HasStarted)
        {
            await AnswerAsync(context, PassThroughErrors.FailureOf(backend, error));
        }
    }

    private async ValueTask AnswerAsync(HttpContext context, BackendFailure? failure)
    {
        if (failure is not null)
        {
            await BackendFailureHandler.WriteAsync(problems, failures, context, failure);
        }
        else if (IsProxysOwn(context.Response))
        {
            await problems.TryWriteAsync(new() { HttpContext = context });
        }
    }

    // The client failed: either the proxy has set a status, or the backend had answered before it had read the whole body.
    private static bool IsProxysOwn(HttpResponse response) =>
        response.StatusCode >= StatusCodes.Status400BadRequest && response is { ContentLength: null, ContentType: null };

    private static CallOutcome OutcomeOf(ForwarderError error, HttpResponse response) =>
        error == ForwarderError.None ? CallOutcomes.Of(response.StatusCode) : PassThroughErrors.OutcomeOf(error);
}
