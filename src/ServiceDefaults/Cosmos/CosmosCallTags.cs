using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// The tags of a Cosmos call's span: OpenTelemetry's conventions for HTTP clients, and values from the database's headers.
/// </summary>
internal static class CosmosCallTags
{
    public const string PartitionKeyRangeId = "azure.cosmosdb.partition_key_range.id";

    public static void SetRequest(Activity span, HttpRequestMessage request, string call)
    {
        span.SetTag("db.system.name", "azure.cosmosdb");
        span.SetTag("http.request.method", request.Method.Method);
        span.SetTag("url.full", request.RequestUri?.GetLeftPart(UriPartial.Path));
        span.SetTag("server.address", request.RequestUri?.Host);
        span.SetTag("server.port", request.RequestUri?.Port);
        span.SetTag("drone.cosmos.call", call);
        if (CosmosHeaders.Find(request.Headers, CosmosHeaders.PartitionKeyRangeId) is { } rangeId)
        {
            span.SetTag(PartitionKeyRangeId, rangeId);
        }
    }

    public static void SetResponse(Activity span, HttpResponseMessage response)
    {
        span.SetTag("http.response.status_code", (int)response.StatusCode);
        span.SetTag("network.protocol.version", VersionOf(response));
        if (Header(response, CosmosHeaders.PartitionKeyRangeId) is { } rangeId)
        {
            span.SetTag(PartitionKeyRangeId, rangeId);
        }

        SetNumber(span, "azure.cosmosdb.request_charge", Header(response, CosmosHeaders.RequestCharge));
        SetNumber(span, "azure.cosmosdb.request_duration_ms", Header(response, CosmosHeaders.RequestDurationMilliseconds));
        SetNumber(span, "db.response.returned_rows", Header(response, CosmosHeaders.ItemCount));
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

    // The conventions write HTTP/2 and HTTP/3 without a minor version.
    private static string VersionOf(HttpResponseMessage response) =>
        response.Version is { Major: >= 2, Major: var major }
            ? major.ToString(CultureInfo.InvariantCulture)
            : response.Version.ToString();

    private static void SetNumber(Activity span, string tag, string? text)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
        {
            span.SetTag(tag, number);
        }
    }

    private static string? Header(HttpResponseMessage response, string name) => CosmosHeaders.Find(response.Headers, name);
}
