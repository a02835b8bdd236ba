using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// The end of the proxy's pipeline. Forwards a request and reports its outcome to the backend's gate. A GET is sent once more, to
/// another destination, if its failure allows a retry. If the request cannot be forwarded, responds with problem details that name
/// the backend, in the same format as for invoices.
/// </summary>
/// <remarks>One method, not several middlewares: each one that awaits the response adds a state machine per request.</remarks>
internal sealed class PassThroughForwarder(
    BackendDestinations destinations,
    IHttpForwarder forwarder,
    PassThroughTransformer transformer,
    IProblemDetailsService problems,
    FailureLog failures)
{
    public async Task ForwardAsync(HttpContext context)
    {
        // The proxy would forward this header of the connection: a WebSocket as CONNECT, SPDY over HTTP/1.1.
        context.Request.Headers.Upgrade = default;
        var proxy = context.GetReverseProxyFeature();
        var call = new BackendCall(destinations, proxy.Route.Cluster!);
        if (HttpMethods.IsGet(context.Request.Method) && call.AllowRetry())
        {
            context.Features.Set(call);
        }

        BackendFailure? failure;
        do
        {
            failure = null;
            try
            {
                var error = call.Begin() is { } destination
                    ? await forwarder.SendAsync(
                        context,
                        destination.Model.Config.Address,
                        proxy.Cluster.HttpClient,
                        proxy.Cluster.Config.HttpRequest!,
                        transformer)
                    : ForwarderError.NoAvailableDestinations;
                failure = error == ForwarderError.None ? call.Discarded : BackendFailure.FromError(call.Backend, error);
            }
            finally
            {
                call.End(failure);
            }
        }
        while (!context.Response.HasStarted && call.TryRetry(failure) && Reset(context));

        context.Features.Get<Admission>()?.Leave(
            call.Backend, failure?.Outcome ?? BackendFailure.OutcomeOf(context.Response.StatusCode));
        if (failure is not null && !context.Response.HasStarted)
        {
            await AnswerAsync(context, failure);
        }
    }

    private ValueTask<bool> AnswerAsync(HttpContext context, BackendFailure failure) =>
        !failure.IsOfClient ? BackendFailureHandler.WriteAsync(problems, failures, context, failure)
            : IsProxysOwn(context.Response) ? problems.TryWriteAsync(new() { HttpContext = context })
            : default;

    // If the client failed, either the proxy has set a status, or the backend responded before it had read the whole body.
    private static bool IsProxysOwn(HttpResponse response) =>
        response.StatusCode >= StatusCodes.Status400BadRequest && response is { ContentLength: null, ContentType: null };

    private static bool Reset(HttpContext context)
    {
        context.Features.Set<IForwarderErrorFeature>(null);
        context.Response.StatusCode = StatusCodes.Status200OK;
        return true;
    }
}
