using System.Security.Cryptography;
using Google.Protobuf;
using Opentelemetry.Proto.Collector.Trace.V1;
using Opentelemetry.Proto.Common.V1;
using Opentelemetry.Proto.Resource.V1;
using Opentelemetry.Proto.Trace.V1;
using Status = Opentelemetry.Proto.Trace.V1.Status;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>Spans of run folders as OTLP messages. The opposite of <see cref="OtlpTraces"/>.</summary>
internal static class OtlpMessages
{
    /// <summary>The default of exporters.</summary>
    public const int SpansPerMessage = 512;

    /// <param name="shift">Added to every time.</param>
    public static IEnumerable<ExportTraceServiceRequest> Write(IEnumerable<SpanRecord> spans, TimeSpan shift) =>
        spans.Chunk(SpansPerMessage).Select(batch => new ExportTraceServiceRequest
        {
            ResourceSpans =
            {
                batch.GroupBy(span => span.Service).Select(service => new ResourceSpans
                {
                    Resource = new Resource { Attributes = { Attribute("service.name", new() { StringValue = service.Key }) } },
                    ScopeSpans = { new ScopeSpans { Spans = { service.Select(span => Convert(span, shift)) } } },
                }),
            },
        });

    private static Span Convert(SpanRecord span, TimeSpan shift)
    {
        var start = span.StartNanoseconds + (shift.Ticks * TimeSpan.NanosecondsPerTick);
        return new Span
        {
            TraceId = Id(span.TraceId, OtlpTraces.TraceIdBytes),
            SpanId = Id(span.SpanId, OtlpTraces.SpanIdBytes),
            ParentSpanId = span.ParentSpanId is { } parent ? Id(parent, OtlpTraces.SpanIdBytes) : ByteString.Empty,
            Name = span.Name,
            Kind = span.Kind switch
            {
                "server" => Span.Types.SpanKind.Server,
                "client" => Span.Types.SpanKind.Client,
                _ => Span.Types.SpanKind.Internal,
            },
            StartTimeUnixNano = (ulong)Math.Max(0, start),
            EndTimeUnixNano = (ulong)Math.Max(0, start + span.DurationNanoseconds),
            Attributes = { span.Attributes.Select(attribute => Attribute(attribute.Key, Value(attribute.Value))) },
            Status = span.Failed ? new Status { Code = Status.Types.StatusCode.Error } : null,
        };
    }

    private static KeyValue Attribute(string key, AnyValue value) => new() { Key = key, Value = value };

    /// <summary>Run folders keep values as text: one that reads as a number or truth value is sent as one.</summary>
    private static AnyValue Value(string text) => text switch
    {
        "true" or "false" => new() { BoolValue = text == "true" },
        _ when long.TryParse(text, out var whole) && whole.ToString() == text => new() { IntValue = whole },
        _ when double.TryParse(text, out var number) && double.IsFinite(number) && number.ToString() == text =>
            new() { DoubleValue = number },
        _ => new() { StringValue = text },
    };

    /// <summary>Other tools may write ids in another form: of these a hash is sent.</summary>
    private static ByteString Id(string text, int bytes) => ByteString.CopyFrom(
        text.Length == 2 * bytes && text.All(char.IsAsciiHexDigit) && text.Any(digit => digit != '0')
            ? System.Convert.FromHexString(text)
            : SHA256.HashData(Encoding.UTF8.GetBytes(text))[..bytes]);
}
