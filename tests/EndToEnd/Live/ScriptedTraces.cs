using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.EndToEnd.Live;

/// <summary>A quick request, a slow one with a throttled call, and a failed one.</summary>
internal static class ScriptedTraces
{
    public static IReadOnlyList<SpanRecord> All { get; } =
    [
        Root("11111111aaaa", startMs: 3_000, durationMs: 60, "200"),
        Root("22222222bbbb", startMs: 1_000, durationMs: 900, "200"),
        Call("22222222bbbb", "2", startMs: 1_020, durationMs: 50, "429"),
        Call("22222222bbbb", "3", startMs: 1_700, durationMs: 60, "200"),
        Root("33333333cccc", startMs: 2_000, durationMs: 300, "504"),
    ];

    private static SpanRecord Root(string trace, double startMs, double durationMs, string status) =>
        Span(trace, "1", null, "gateway", "GET /api/invoices/{ownerId}", "server", startMs, durationMs, (SpanRecord.StatusCode, status));

    private static SpanRecord Call(string trace, string id, double startMs, double durationMs, string status) => Span(
        trace,
        id,
        "1",
        "delivery",
        "POST",
        "client",
        startMs,
        durationMs,
        (SpanRecord.CosmosCall, "data"),
        (SpanRecord.PartitionKeyRangeId, "4"),
        (SpanRecord.StatusCode, status),
        (SpanRecord.RequestCharge, "3.21"));

    private static SpanRecord Span(
        string trace,
        string id,
        string? parent,
        string service,
        string name,
        string kind,
        double startMs,
        double durationMs,
        params (string Name, string Value)[] attributes) => new(
        (long)(startMs * 1e6),
        (long)(durationMs * 1e6),
        false,
        attributes.ToDictionary(attribute => attribute.Name, attribute => attribute.Value))
        {
            TraceId = trace,
            SpanId = id,
            ParentSpanId = parent,
            Service = service,
            Name = name,
            Kind = kind,
        };
}
