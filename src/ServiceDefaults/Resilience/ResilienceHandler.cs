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
        RemoveTraceHeaders(request);
        var response = await base.SendAsync(request, cancellationToken);
        // HttpClient reads the body after its handlers: read here, the attempt timeout covers it and it can be retried.
        await response.Content.LoadIntoBufferAsync(cancellationToken);
        return response;
    }

    /// <summary>
    /// Each attempt has its own span, but HttpClient does not overwrite trace headers: without this the backend's spans of all
    /// attempts would have the first attempt as parent.
    /// </summary>
    private static void RemoveTraceHeaders(HttpRequestMessage request)
    {
        foreach (var header in DistributedContextPropagator.Current.Fields)
        {
            request.Headers.Remove(header);
        }
    }
}
