using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Tells a backend's gate what became of a request that was handed on.</summary>
internal sealed class PassThroughOutcomes(RequestDelegate next)
{
    public async Task InvokeAsync(HttpContext context)
    {
        await next(context);
        context.Features.Get<Admission>()?.Leave(context.GetReverseProxyFeature().Cluster.Config.ClusterId, OutcomeOf(context));
    }

    private static CallOutcome OutcomeOf(HttpContext context) =>
        context.GetForwarderErrorFeature() is { Error: var error }
            ? OutcomeOf(error)
            : CallOutcomes.Of(context.Response.StatusCode);

    internal static CallOutcome OutcomeOf(ForwarderError error) => error switch
    {
        ForwarderError.RequestTimedOut => CallOutcome.Overloaded,
        ForwarderError.RequestCanceled or ForwarderError.ResponseBodyCanceled => CallOutcome.Abandoned,
        _ => CallOutcome.Unmeasured,
    };
}
