using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Makes a client span for each HTTP call of the Cosmos SDK, retries included, that says which partition answered, what it
/// charged and how long it asked to wait. The SDK's own spans are one per operation and round the charge to an integer.
/// </summary>
internal sealed class CosmosCallTracer(HttpMessageHandler inner) : DelegatingHandler(inner)
{
    public const string SourceName = "DroneDelivery.Cosmos";

    private static readonly ActivitySource Source = new(SourceName);

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var call = CosmosCall.KindOf(request);
        using var span = Source.StartActivity($"{request.Method} {call}", ActivityKind.Client);
        if (span is null)
        {
            return await base.SendAsync(request, cancellationToken);
        }

        DescribeRequest(span, request, call);
        DistributedContextPropagator.Current.Inject(span, request, SetHeader);
        try
        {
            var response = await base.SendAsync(request, cancellationToken);
            DescribeResponse(span, response);
            return response;
        }
        catch (Exception exception)
        {
            span.SetTag("error.type", exception.GetType().FullName);
            span.SetStatus(ActivityStatusCode.Error, exception.Message);
            throw;
        }
    }

    private static void DescribeRequest(Activity span, HttpRequestMessage request, string call)
    {
        span.SetTag("http.request.method", request.Method.Method);
        span.SetTag("url.full", request.RequestUri?.GetLeftPart(UriPartial.Path));
        span.SetTag("server.address", request.RequestUri?.Host);
        span.SetTag("server.port", request.RequestUri?.Port);
        span.SetTag("drone.cosmos.call", call);
        if (request.Headers.TryGetValues(CosmosHeaders.PartitionKeyRangeId, out var rangeIds))
        {
            span.SetTag("azure.cosmosdb.partition_key_range.id", rangeIds.First());
        }
    }

    private static void DescribeResponse(Activity span, HttpResponseMessage response)
    {
        span.SetTag("http.response.status_code", (int)response.StatusCode);
        if (Header(response, CosmosHeaders.PartitionKeyRangeId) is { } rangeId)
        {
            span.SetTag("azure.cosmosdb.partition_key_range.id", rangeId);
        }

        SetNumber(span, "azure.cosmosdb.request_charge", Header(response, CosmosHeaders.RequestCharge));
        var subStatusText = Header(response, CosmosHeaders.SubStatus);
        if (int.TryParse(subStatusText, NumberStyles.None, CultureInfo.InvariantCulture, out var subStatus))
        {
            span.SetTag("azure.cosmosdb.response.sub_status_code", subStatus);
        }

        if (response.StatusCode == HttpStatusCode.TooManyRequests)
        {
            SetNumber(span, "azure.cosmosdb.retry_after_ms", Header(response, CosmosHeaders.RetryAfterMilliseconds));
        }

        if ((int)response.StatusCode >= 400)
        {
            span.SetTag("error.type", ((int)response.StatusCode).ToString(CultureInfo.InvariantCulture));
            span.SetStatus(ActivityStatusCode.Error);
        }
    }

    private static void SetNumber(Activity span, string tag, string? text)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
        {
            span.SetTag(tag, number);
        }
    }

    private static string? Header(HttpResponseMessage response, string name) =>
        response.Headers.TryGetValues(name, out var values) ? values.First() : null;

    private static void SetHeader(object? carrier, string name, string value)
    {
        if (carrier is HttpRequestMessage request)
        {
            request.Headers.Remove(name);
            request.Headers.TryAddWithoutValidation(name, value);
        }
    }
}
