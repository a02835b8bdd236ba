using System.Buffers;
using System.Globalization;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Responses;

/// <summary>Puts a <see cref="CosmosResponse"/> on the wire.</summary>
internal static class ResponseWriter
{
    private const string Json = "application/json";
    private const string Binary = "application/octet-stream";
    private const string Version = "version=2.14.0.0";

    public static void Write(HttpContext http, CosmosResponse response)
    {
        var activityId = ActivityIdOf(http.Request);
        http.Response.StatusCode = response.Status;
        WriteHeaders(http.Response.Headers, response, activityId);
        if (response.Status is CosmosStatus.NoContent or CosmosStatus.NotModified)
        {
            return;
        }

        http.Response.ContentType = response.IsHybridRow ? Binary : Json;
        if (response.Feed is { } feed)
        {
            http.Response.ContentLength = feed.ByteCount;
            feed.WriteTo(http.Response.BodyWriter);
            return;
        }

        if (response.Document is { } document)
        {
            http.Response.ContentLength = document.Length;
            document.WriteTo(http.Response.BodyWriter);
            return;
        }

        var body = response.Error is { } error ? ErrorBody(response, error, activityId) : response.Body;
        http.Response.ContentLength = body.Length;
        http.Response.BodyWriter.Write(body.Span);
    }

    /// <summary>The time in the server, in milliseconds.</summary>
    public static void WriteDuration(IHeaderDictionary headers, TimeSpan duration) =>
        headers[CosmosHeaders.RequestDurationMs] = FixedPoint.FormatThousandths((long)duration.TotalMicroseconds);

    /// <summary>The client's, of two the first; a new one if it sent none that is a GUID, which may be of any characters.</summary>
    private static string ActivityIdOf(HttpRequest request)
    {
        var sent = request.Headers[CosmosHeaders.ActivityId].ToString();
        if (Guid.TryParseExact(sent, "D", out _))
        {
            return sent;
        }

        var comma = sent.IndexOf(',', StringComparison.Ordinal);
        return Guid.TryParse(comma < 0 ? sent : sent.AsSpan(0, comma), out var id) ? $"{id}" : $"{Guid.NewGuid()}";
    }

    private static void WriteHeaders(IHeaderDictionary headers, CosmosResponse response, string activityId)
    {
        headers[CosmosHeaders.ServiceVersion] = Version;
        headers[CosmosHeaders.RequestCharge] = response.Charge.ToString();
        headers[CosmosHeaders.ActivityId] = activityId;
        Set(headers, "ETag", response.ETag);
        Set(headers, CosmosHeaders.Continuation, response.Continuation);
        Set(headers, CosmosHeaders.QueryMetrics, response.QueryMetrics);
        Set(headers, CosmosHeaders.IndexUtilization, response.IndexUtilization);
        Set(headers, CosmosHeaders.ResourceQuota, response.Usage?.Quota);
        Set(headers, CosmosHeaders.ResourceUsage, response.Usage?.Usage);
        Set(headers, CosmosHeaders.IndexProgress, response.IndexProgress);
        Set(headers, CosmosHeaders.ItemCount, response.ItemCount);
        Set(headers, CosmosHeaders.RetryAfterMs, response.RetryAfter);
        Set(headers, CosmosHeaders.MinThroughput, response.MinThroughput);
        Set(headers, CosmosHeaders.ShareThroughput, response.ShareThroughput);
        if (response.Status >= CosmosStatus.BadRequest)
        {
            Set(headers, CosmosHeaders.SubStatus, response.SubStatus);
        }

        if (response.Container is { } container)
        {
            headers[CosmosHeaders.AltContentPath] = container.EscapedPath;
            headers[CosmosHeaders.ContentPath] = container.Rid;
            headers[CosmosHeaders.SessionToken] =
                SessionToken.Format(response.Partition ?? container.Partitions[0], response.SessionSequence);
        }

        Set(headers, CosmosHeaders.PartitionKeyRangeId, response.Partition?.Id);
    }

    private static void Set(IHeaderDictionary headers, string name, string? value)
    {
        if (value is not null)
        {
            headers[name] = value;
        }
    }

    private static void Set(IHeaderDictionary headers, string name, long? value) =>
        Set(headers, name, value?.ToString(CultureInfo.InvariantCulture));

    private static void Set(IHeaderDictionary headers, string name, bool? value) =>
        Set(headers, name, value is { } isTrue ? (isTrue ? "true" : "false") : null);

    private static byte[] ErrorBody(CosmosResponse response, string message, string activityId)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartObject();
        writer.WriteString("code", CosmosStatus.CodeOf(response.Status));
        writer.WriteString("message", $"{message}\r\nActivityId: {activityId}");
        if (response.ErrorInfo is { } info)
        {
            writer.WriteString("additionalErrorInfo", info);
        }

        writer.WriteEndObject();
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }
}
