using System.Diagnostics;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Creates a client span for each HTTP call of the Cosmos SDK, retries included, with the partition that responded, its request
/// charge and its retry-after. The SDK creates one span per operation and rounds the charge to an integer.
/// </summary>
internal sealed class CosmosCallTracer(HttpMessageHandler inner) : DelegatingHandler(inner)
{
    public const string SourceName = "DroneDelivery.Cosmos";

    private static readonly ActivitySource Source = new(SourceName);

    private readonly ConnectionWaits _waits = new(SourceName);

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var call = CosmosCall.KindOf(request);
        using var span = Source.StartActivity($"{request.Method} {call}", ActivityKind.Client);
        if (span is null)
        {
            return await base.SendAsync(request, cancellationToken);
        }

        CosmosCallTags.SetRequest(span, request, call);
        DistributedContextPropagator.Current.Inject(span, request, SetHeader);
        try
        {
            var response = await base.SendAsync(request, cancellationToken);
            CosmosCallTags.SetResponse(span, response);
            return response;
        }
        catch (Exception exception)
        {
            span.SetTag("error.type", exception.GetType().FullName);
            span.SetStatus(ActivityStatusCode.Error, exception.Message);
            throw;
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _waits.Dispose();
        }

        base.Dispose(disposing);
    }

    private static void SetHeader(object? carrier, string name, string value)
    {
        if (carrier is HttpRequestMessage request)
        {
            request.Headers.Remove(name);
            request.Headers.TryAddWithoutValidation(name, value);
        }
    }
}
