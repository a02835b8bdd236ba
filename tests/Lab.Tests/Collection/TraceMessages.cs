namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>ExportTraceServiceRequests made by hand.</summary>
internal static class TraceMessages
{
    public static byte[] TraceId { get; } = [.. Enumerable.Range(1, 16).Select(i => (byte)i)];

    public static byte[] SpanId { get; } = [.. Enumerable.Range(1, 8).Select(i => (byte)i)];

    private static byte[][] Work => [WireBytes.Bytes(1, TraceId), WireBytes.Bytes(2, SpanId), WireBytes.Text(5, "work")];

    /// <summary>One span named <c>work</c> of the service <c>delivery</c>, with further fields of the Span message.</summary>
    public static byte[] WithSpan(params byte[][] spanFields) =>
        WireBytes.Nested(1, Resource("delivery"), ScopeSpans(spanFields));

    public static byte[] Resource(string service) =>
        WireBytes.Nested(1, Attribute(1, "service.name", WireBytes.Text(1, service)));

    public static byte[] ScopeSpans(params byte[][] spanFields) =>
        WireBytes.Nested(2, WireBytes.Nested(2, [.. Work, .. spanFields]));

    /// <summary>A KeyValue in the list field <paramref name="field"/> with the fields of its AnyValue.</summary>
    public static byte[] Attribute(int field, string key, params byte[][] value) =>
        WireBytes.Nested(field, WireBytes.Text(1, key), WireBytes.Nested(2, value));

    public static byte[] SpanAttribute(string key, params byte[][] value) => Attribute(9, key, value);
}
