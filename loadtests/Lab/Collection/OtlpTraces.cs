using Google.Protobuf;
using Opentelemetry.Proto.Collector.Trace.V1;
using Opentelemetry.Proto.Trace.V1;
using Status = Opentelemetry.Proto.Trace.V1.Status;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>One trace export without its scopes, events and links. Of a resource, only <c>service.name</c> is kept.</summary>
/// <param name="DroppedAtSource">Attributes, events and links that the exporter reports as dropped.</param>
internal sealed record OtlpTraces(IReadOnlyList<SpanRecord> Spans, long DroppedAtSource)
{
    public const int TraceIdBytes = 16;
    public const int SpanIdBytes = 8;

    /// <exception cref="InvalidProtocolBufferException">The bytes are not an ExportTraceServiceRequest.</exception>
    /// <exception cref="InvalidDataException">A field's value is not allowed.</exception>
    public static OtlpTraces Parse(ArraySegment<byte> message) =>
        FromRequest(ExportTraceServiceRequest.Parser.ParseFrom(message.Array, message.Offset, message.Count));

    /// <exception cref="InvalidDataException">A field's value is not allowed.</exception>
    public static OtlpTraces FromRequest(ExportTraceServiceRequest request)
    {
        var attributes = new OtlpAttributes();
        List<(Span Span, string Service)> spans =
        [
            .. from resource in request.ResourceSpans
               let service = attributes.ReadServiceName(resource.Resource)
               from span in resource.ScopeSpans.SelectMany(scope => scope.Spans)
               select (span, service),
        ];
        return new OtlpTraces(
            [.. spans.Select(each => Convert(each.Span, each.Service, attributes))],
            spans.Sum(each => DroppedIn(each.Span)));
    }

    private static long DroppedIn(Span span) => span.DroppedAttributesCount + span.DroppedEventsCount + span.DroppedLinksCount;

    private static SpanRecord Convert(Span span, string service, OtlpAttributes attributes)
    {
        var start = OtlpTime.Nanoseconds(span.StartTimeUnixNano, "start_time_unix_nano");
        var end = OtlpTime.Nanoseconds(span.EndTimeUnixNano, "end_time_unix_nano");
        var failed = span.Status?.Code == Status.Types.StatusCode.Error;
        return new SpanRecord(start, Math.Max(0, end - start), failed, attributes.Read(span.Attributes))
        {
            TraceId = ReadId(span.TraceId, "trace_id", TraceIdBytes)
                ?? throw new InvalidDataException("A span has no trace_id."),
            SpanId = ReadId(span.SpanId, "span_id", SpanIdBytes) ?? throw new InvalidDataException("A span has no span_id."),
            ParentSpanId = ReadId(span.ParentSpanId, "parent_span_id", SpanIdBytes),
            Service = service,
            Name = attributes.Share(span.Name),
            Kind = KindName(span.Kind),
        };
    }

    /// <summary>Lower-case hex; null for an empty id, which means none.</summary>
    private static string? ReadId(ByteString id, string field, int length)
    {
        if (id.IsEmpty)
        {
            return null;
        }

        var text = System.Convert.ToHexStringLower(id.Span);
        return id.Length == length && id.Span.ContainsAnyExcept((byte)0)
            ? text
            : throw new InvalidDataException($"{field} '{text}' is not {length} bytes that are not all zero.");
    }

    /// <summary>A producer counts as a client, and a consumer as a server.</summary>
    private static string KindName(Span.Types.SpanKind kind) => kind switch
    {
        Span.Types.SpanKind.Server or Span.Types.SpanKind.Consumer => "server",
        Span.Types.SpanKind.Client or Span.Types.SpanKind.Producer => "client",
        _ => "internal",
    };
}

/// <summary>Times of OTLP: unsigned nanoseconds since 1970.</summary>
internal static class OtlpTime
{
    /// <param name="field">The name of the field, for the message when the time is out of range.</param>
    public static long Nanoseconds(ulong time, string field) =>
        time <= long.MaxValue ? (long)time : throw new InvalidDataException($"{field} {time} is out of range.");
}
