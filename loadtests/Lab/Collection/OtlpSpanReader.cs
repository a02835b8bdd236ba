using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>Reads one Span message.</summary>
internal sealed class OtlpSpanReader(NestedMessages messages, OtlpAttributeReader attributeReader)
{
    private const int TraceIdBytes = 16;
    private const int SpanIdBytes = 8;
    private const int StatusError = 2;

    private readonly Dictionary<string, string> _attributes = [];
    private string? _traceId;
    private string? _spanId;
    private string? _parentSpanId;
    private string _name = "";
    private string _kind = "internal";
    private long _start;
    private long _end;
    private bool _failed;

    public long DroppedAtSource { get; private set; }

    public SpanRecord Read(string service)
    {
        for (var end = messages.Enter(); messages.TryReadTag(end, out var tag);)
        {
            ReadField(tag);
        }

        return new SpanRecord(
            _traceId ?? throw new InvalidDataException("A span has no trace_id."),
            _spanId ?? throw new InvalidDataException("A span has no span_id."),
            _parentSpanId,
            service,
            _name,
            _kind,
            _start,
            Math.Max(0, _end - _start),
            _failed,
            _attributes);
    }

    private void ReadField(uint tag)
    {
        var input = messages.Input;
        switch (tag)
        {
            case OtlpTags.Span.TraceId:
                _traceId = ReadId("trace_id", TraceIdBytes);
                break;
            case OtlpTags.Span.SpanId:
                _spanId = ReadId("span_id", SpanIdBytes);
                break;
            case OtlpTags.Span.ParentSpanId:
                _parentSpanId = ReadId("parent_span_id", SpanIdBytes);
                break;
            case OtlpTags.Span.Name:
                _name = attributeReader.Share(input.ReadString());
                break;
            case OtlpTags.Span.Kind:
                _kind = KindName(input.ReadEnum());
                break;
            case OtlpTags.Span.StartTimeUnixNano:
                _start = messages.ReadUnixNanoseconds("start_time_unix_nano");
                break;
            case OtlpTags.Span.EndTimeUnixNano:
                _end = messages.ReadUnixNanoseconds("end_time_unix_nano");
                break;
            case OtlpTags.Span.Attributes:
                attributeReader.ReadInto(_attributes);
                break;
            case OtlpTags.Span.DroppedAttributesCount or OtlpTags.Span.DroppedEventsCount or OtlpTags.Span.DroppedLinksCount:
                DroppedAtSource += input.ReadUInt32();
                break;
            case OtlpTags.Span.Status:
                _failed = ReadStatusCode() == StatusError;
                break;
            default:
                messages.Skip();
                break;
        }
    }

    /// <summary>Lower-case hex; null for an empty id, which stands for none.</summary>
    private string? ReadId(string field, int length)
    {
        var id = messages.Input.ReadBytes().Span;
        if (id.IsEmpty)
        {
            return null;
        }

        var text = Convert.ToHexStringLower(id);
        return id.Length == length && id.ContainsAnyExcept((byte)0)
            ? text
            : throw new InvalidDataException($"{field} '{text}' is not {length} bytes that are not all zero.");
    }

    private int ReadStatusCode()
    {
        var code = 0;
        messages.ReadEach(OtlpTags.Status.Code, () => code = messages.Input.ReadEnum());
        return code;
    }

    /// <summary>SpanKind 2 server, 3 client; 4 producer sends like a client and 5 consumer takes like a server.</summary>
    private static string KindName(int kind) => kind switch
    {
        2 or 5 => "server",
        3 or 4 => "client",
        _ => "internal",
    };
}
