using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// The end of the proxy's pipeline. Forwards a request and reports its outcome to the backend's gate. If the request cannot be
/// forwarded, responds with problem details that name the backend, in the same format as for invoices.
/// </summary>
/// <remarks>One class, not several middlewares: each one that awaits the response adds a state machine per request.</remarks>
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

    // If the client failed, either the proxy has set a status, or the backend responded before it had read the whole body.
    private static bool IsProxysOwn(HttpResponse response) =>
        response.StatusCode >= StatusCodes.Status400BadRequest && response is { ContentLength: null, ContentType: null };

    private static CallOutcome OutcomeOf(ForwarderError error, HttpResponse response) =>
        error == ForwarderError.None ? CallOutcomes.Of(response.StatusCode) : PassThroughErrors.OutcomeOf(error);
}
