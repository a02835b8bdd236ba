using System.Diagnostics;
using Polly;

namespace DroneDelivery.ServiceDefaults.Resilience;

/// <summary>Sends requests through a resilience pipeline.</summary>
internal sealed class ResilienceHandler(ResiliencePipeline<HttpResponseMessage> pipeline) : DelegatingHandler
{
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var context = ResilienceContextPool.Shared.Get(cancellationToken);
        context.Properties.Set(HttpResilience.MethodKey, request.Method);
        try
        {
            return await pipeline.ExecuteAsync(
                static async (attempt, call) => await call.Handler.SendOnceAsync(call.Request, attempt.CancellationToken),
                context,
                (Handler: this, Request: request));
        }
        finally
        {
            ResilienceContextPool.Shared.Return(context);
        }
    }

    private async Task<HttpResponseMessage> SendOnceAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        ForgetEarlierTry(request);
        var response = await base.SendAsync(request, cancellationToken);
        // HttpClient reads the body after its handlers: read here, it is under the attempt's time-out and may be tried again.
        await response.Content.LoadIntoBufferAsync(cancellationToken);
        return response;
    }

    /// <summary>
    /// Each try is a span of its own, but HttpClient writes the trace's headers only where there are none: the backend would
    /// take the second try for the first.
    /// </summary>
    private static void ForgetEarlierTry(HttpRequestMessage request)
    {
        foreach (var header in DistributedContextPropagator.Current.Fields)
        {
            request.Headers.Remove(header);
        }
    }
}
