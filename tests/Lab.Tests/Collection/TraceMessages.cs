namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>ExportTraceServiceRequests made by hand.</summary>
internal static class TraceMessages
{
    public static byte[] TraceId { get; } = [.. Enumerable.Range(1, 16).Select(i => (byte)i)];

    public static byte[] SpanId { get; } = [.. Enumerable.Range(1, 8).Select(i => (byte)i)];

    private static byte[][] Work => [ProtobufBytes.Bytes(1, TraceId), ProtobufBytes.Bytes(2, SpanId), ProtobufBytes.Text(5, "work")];

    /// <summary>One span named <c>work</c> of the service <c>delivery</c>, with further fields of the Span message.</summary>
    public static byte[] WithSpan(params byte[][] spanFields) =>
        ProtobufBytes.Nested(1, Resource("delivery"), ScopeSpans(spanFields));

    public static byte[] Resource(string service) =>
        ProtobufBytes.Nested(1, Attribute(1, "service.name", ProtobufBytes.Text(1, service)));

    public static byte[] ScopeSpans(params byte[][] spanFields) =>
        ProtobufBytes.Nested(2, ProtobufBytes.Nested(2, [.. Work, .. spanFields]));

    /// <summary>A KeyValue in the list field <paramref name="field"/> with the fields of its AnyValue.</summary>
    public static byte[] Attribute(int field, string key, params byte[][] value) =>
        ProtobufBytes.Nested(field, ProtobufBytes.Text(1, key), ProtobufBytes.Nested(2, value));

    public static byte[] SpanAttribute(string key, params byte[][] value) => Attribute(9, key, value);
}
