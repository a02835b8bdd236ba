using Google.Protobuf;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// The fields of OTLP that the lab reads, as wire tags (field number * 8 + wire type). Numbers from
/// https://github.com/open-telemetry/opentelemetry-proto: the services in collector/trace/v1 and collector/metrics/v1,
/// trace/v1/trace.proto, metrics/v1/metrics.proto, resource/v1/resource.proto and common/v1/common.proto. Any other field,
/// or one of these with another wire type, is skipped.
/// </summary>
internal static class OtlpTags
{
    private const int Varint = (int)WireFormat.WireType.Varint;
    private const int Fixed64 = (int)WireFormat.WireType.Fixed64;
    private const int LengthDelimited = (int)WireFormat.WireType.LengthDelimited;

    internal static class Request
    {
        public const uint ResourceSpans = (1 << 3) | LengthDelimited;
    }

    internal static class ResourceSpans
    {
        public const uint Resource = (1 << 3) | LengthDelimited;
        public const uint ScopeSpans = (2 << 3) | LengthDelimited;
    }

    internal static class Resource
    {
        public const uint Attributes = (1 << 3) | LengthDelimited;
    }

    internal static class ScopeSpans
    {
        public const uint Spans = (2 << 3) | LengthDelimited;
    }

    internal static class Span
    {
        public const uint TraceId = (1 << 3) | LengthDelimited;
        public const uint SpanId = (2 << 3) | LengthDelimited;
        public const uint ParentSpanId = (4 << 3) | LengthDelimited;
        public const uint Name = (5 << 3) | LengthDelimited;
        public const uint Kind = (6 << 3) | Varint;
        public const uint StartTimeUnixNano = (7 << 3) | Fixed64;
        public const uint EndTimeUnixNano = (8 << 3) | Fixed64;
        public const uint Attributes = (9 << 3) | LengthDelimited;
        public const uint DroppedAttributesCount = (10 << 3) | Varint;
        public const uint DroppedEventsCount = (12 << 3) | Varint;
        public const uint DroppedLinksCount = (14 << 3) | Varint;
        public const uint Status = (15 << 3) | LengthDelimited;
    }

    internal static class Status
    {
        public const uint Code = (3 << 3) | Varint;
    }

    internal static class MetricsRequest
    {
        public const uint ResourceMetrics = (1 << 3) | LengthDelimited;
    }

    internal static class ResourceMetrics
    {
        public const uint Resource = (1 << 3) | LengthDelimited;
        public const uint ScopeMetrics = (2 << 3) | LengthDelimited;
    }

    internal static class ScopeMetrics
    {
        public const uint Metrics = (2 << 3) | LengthDelimited;
    }

    internal static class Metric
    {
        public const uint Name = (1 << 3) | LengthDelimited;
        public const uint Gauge = (5 << 3) | LengthDelimited;
        public const uint Sum = (7 << 3) | LengthDelimited;
        public const uint Histogram = (9 << 3) | LengthDelimited;
    }

    /// <summary>Gauge, Sum and Histogram alike.</summary>
    internal static class MetricData
    {
        public const uint DataPoints = (1 << 3) | LengthDelimited;
    }

    internal static class NumberDataPoint
    {
        public const uint TimeUnixNano = (3 << 3) | Fixed64;
        public const uint Double = (4 << 3) | Fixed64;
        public const uint Int = (6 << 3) | Fixed64;
        public const uint Attributes = (7 << 3) | LengthDelimited;
    }

    internal static class HistogramDataPoint
    {
        public const uint TimeUnixNano = (3 << 3) | Fixed64;
        public const uint Count = (4 << 3) | Fixed64;
        public const uint Sum = (5 << 3) | Fixed64;
        public const uint Attributes = (9 << 3) | LengthDelimited;
    }

    internal static class KeyValue
    {
        public const uint Key = (1 << 3) | LengthDelimited;
        public const uint Value = (2 << 3) | LengthDelimited;
    }

    internal static class AnyValue
    {
        public const uint String = (1 << 3) | LengthDelimited;
        public const uint Bool = (2 << 3) | Varint;
        public const uint Int = (3 << 3) | Varint;
        public const uint Double = (4 << 3) | Fixed64;
        public const uint Array = (5 << 3) | LengthDelimited;
        public const uint KeyValueList = (6 << 3) | LengthDelimited;
        public const uint Bytes = (7 << 3) | LengthDelimited;
    }

    /// <summary>ArrayValue and KeyValueList alike.</summary>
    internal static class ValueList
    {
        public const uint Values = (1 << 3) | LengthDelimited;
    }
}
