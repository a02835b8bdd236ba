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

    // Where no backend failed, the proxy has set a status.
    private ValueTask<bool> AnswerAsync(HttpContext context, BackendFailure? failure) => failure is null
        ? problems.TryWriteAsync(new() { HttpContext = context })
        : BackendFailureHandler.WriteAsync(problems, failures, context, failure);

    private static CallOutcome OutcomeOf(ForwarderError error, HttpResponse response) =>
        error == ForwarderError.None ? CallOutcomes.Of(response.StatusCode) : PassThroughErrors.OutcomeOf(error);
}
