using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Reads an ExportTraceServiceRequest (field numbers: <see cref="OtlpTags"/>). Of a resource only <c>service.name</c> is read;
/// scopes, events, links and unknown fields are skipped.
/// </summary>
internal sealed class OtlpTraceReader
{
    private readonly NestedMessages _messages;
    private readonly OtlpAttributeReader _attributes;
    private readonly List<SpanRecord> _spans = [];
    private long _droppedAtSource;

    private OtlpTraceReader(ArraySegment<byte> message)
    {
        _messages = new NestedMessages(message);
        _attributes = new OtlpAttributeReader(_messages);
    }

    public static OtlpTraceBatch Read(ArraySegment<byte> message)
    {
        var reader = new OtlpTraceReader(message);
        reader.ReadRequest();
        return new OtlpTraceBatch(reader._spans, reader._droppedAtSource);
    }

    private void ReadRequest()
    {
        while (_messages.TryReadTag(_messages.End, out var tag))
        {
            if (tag == OtlpTags.Request.ResourceSpans)
            {
                ReadResourceSpans();
            }
            else
            {
                _messages.Skip();
            }
        }
    }

    private void ReadResourceSpans()
    {
        var service = OtlpResourceReader.UnknownService;
        var first = _spans.Count;
        for (var end = _messages.Enter(); _messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.ResourceSpans.Resource:
                    service = OtlpResourceReader.ReadServiceName(_messages, _attributes);
                    break;
                case OtlpTags.ResourceSpans.ScopeSpans:
                    ReadScopeSpans(service);
                    break;
                default:
                    _messages.Skip();
                    break;
            }
        }

        // Fields may come in any order: these spans came before the resource that names their service.
        for (var i = first; i < _spans.Count && _spans[i].Service != service; i++)
        {
            _spans[i] = _spans[i] with { Service = service };
        }
    }

    private void ReadScopeSpans(string service)
    {
        _messages.ReadEach(OtlpTags.ScopeSpans.Spans, () =>
        {
            var span = new OtlpSpanReader(_messages, _attributes);
            _spans.Add(span.Read(service));
            _droppedAtSource += span.DroppedAtSource;
        });
    }
}
