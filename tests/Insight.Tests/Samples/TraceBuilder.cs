using System.Globalization;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Samples;

/// <summary>The spans of one request as the services record them. Times are in ms from the start of the request.</summary>
internal sealed class TraceBuilder(string traceId, long startMs = 0)
{
    public const string Generator = "generator-span";
    public const string Gateway = "gateway-server";
    public const string DeliveryClient = "gateway-client-delivery";
    public const string Delivery = "delivery-server";
    public const string Route = "/deliveries/utilization";

    private readonly List<SpanRecord> _spans = [];

    public IReadOnlyList<SpanRecord> Spans => _spans;

    /// <summary>The gateway's span, the call to <c>/deliveries/utilization</c>, and the Delivery service's span.</summary>
    public static TraceBuilder Invoice(string traceId, double durationMs, long startMs = 0) =>
        new TraceBuilder(traceId, startMs)
            .Span(Gateway, Generator, "gateway", "GET /api/invoices/{ownerId}", "server", 0, durationMs)
            .Call("delivery", Route, 5, durationMs - 10);

    /// <summary>A call from the gateway to a backend that arrives there.</summary>
    public TraceBuilder Call(string backend, string route, double atMs, double durationMs, string operation = "")
    {
        var client = $"gateway-client-{backend}{operation}";
        return Span(client, Gateway, "gateway", "GET", "client", atMs, durationMs,
                ("url.full", $"http://127.0.0.1:5111{route}?ownerId=owner-0001"), ("server.address", "127.0.0.1"))
            .Span($"{backend}-server{operation}", client, backend, $"GET {route}", "server", atMs + 1, durationMs - 2,
                ("http.route", route));
    }

    public TraceBuilder Cosmos(string partition, double atMs, double durationMs, int status = 200, double? retryAfterMs = null)
    {
        var attributes = new List<(string, string)>
        {
            (SpanRecord.CosmosCall, "data"),
            (SpanRecord.PartitionKeyRangeId, partition),
            (SpanRecord.StatusCode, Text(status)),
            (SpanRecord.RequestCharge, status == 429 ? "0.38" : "3.2"),
        };
        if (retryAfterMs is { } wait)
        {
            attributes.Add((SpanRecord.RetryAfterMs, Text(wait)));
        }

        return Span($"cosmos-{_spans.Count}", Delivery, "delivery", "POST", "client", atMs, durationMs, [.. attributes]);
    }

    public TraceBuilder Plan(double atMs, double durationMs) =>
        Span($"plan-{_spans.Count}", Delivery, "delivery", "POST", "client", atMs, durationMs,
            (SpanRecord.CosmosCall, "plan"), (SpanRecord.StatusCode, "200"));

    public TraceBuilder Span(
        string id,
        string? parent,
        string service,
        string name,
        string kind,
        double atMs,
        double durationMs,
        params (string Key, string Value)[] attributes)
    {
        _spans.Add(new SpanRecord(
            (long)((startMs + atMs) * 1e6),
            (long)(durationMs * 1e6),
            Failed: false,
            attributes.ToDictionary(attribute => attribute.Key, attribute => attribute.Value))
        {
            TraceId = traceId,
            SpanId = $"{traceId}/{id}",
            ParentSpanId = parent is null ? null : $"{traceId}/{parent}",
            Service = service,
            Name = name,
            Kind = kind,
        });
        return this;
    }

    public TraceBuilder Without(string id)
    {
        _spans.RemoveAll(span => span.SpanId == $"{traceId}/{id}");
        return this;
    }

    private static string Text(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);
}
