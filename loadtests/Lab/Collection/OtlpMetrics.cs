using Google.Protobuf;
using Google.Protobuf.Collections;
using Opentelemetry.Proto.Collector.Metrics.V1;
using Opentelemetry.Proto.Common.V1;
using Opentelemetry.Proto.Metrics.V1;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// The content of one metrics export: gauges, sums, and the count and sum of histograms. Buckets, units, scopes and other kinds
/// of metrics are left out.
/// </summary>
internal sealed class OtlpMetrics
{
    private readonly OtlpAttributes _attributes = new();

    /// <exception cref="InvalidProtocolBufferException">The bytes are not an ExportMetricsServiceRequest.</exception>
    /// <exception cref="InvalidDataException">A time is out of range.</exception>
    public static IReadOnlyList<MetricSample> Parse(ArraySegment<byte> message)
    {
        var request = ExportMetricsServiceRequest.Parser.ParseFrom(message.Array, message.Offset, message.Count);
        var metrics = new OtlpMetrics();
        return
        [
            .. from resource in request.ResourceMetrics
               let service = metrics._attributes.ReadServiceName(resource.Resource)
               from metric in resource.ScopeMetrics.SelectMany(scope => scope.Metrics)
               from sample in metrics.Convert(metric, service)
               select sample,
        ];
    }

    private IEnumerable<MetricSample> Convert(Metric metric, string service) => metric.DataCase switch
    {
        Metric.DataOneofCase.Gauge => Numbers(metric.Name, service, metric.Gauge.DataPoints),
        Metric.DataOneofCase.Sum => Numbers(metric.Name, service, metric.Sum.DataPoints),
        Metric.DataOneofCase.Histogram => metric.Histogram.DataPoints.SelectMany(point => Histogram(metric.Name, service, point)),
        _ => [],
    };

    /// <summary>A point without a value is left out.</summary>
    private IEnumerable<MetricSample> Numbers(string name, string service, RepeatedField<NumberDataPoint> points) =>
        from point in points
        where point.ValueCase != NumberDataPoint.ValueOneofCase.None
        let value = point.ValueCase == NumberDataPoint.ValueOneofCase.AsInt ? point.AsInt : point.AsDouble
        select Sample(service, name, Text(point.Attributes), point.TimeUnixNano, value);

    private IEnumerable<MetricSample> Histogram(string name, string service, HistogramDataPoint point)
    {
        var attributes = Text(point.Attributes);
        var count = Sample(service, $"{name}.count", attributes, point.TimeUnixNano, point.Count);
        return point.HasSum
            ? [count, Sample(service, $"{name}.sum", attributes, point.TimeUnixNano, point.Sum)]
            : [count];
    }

    private MetricSample Sample(string service, string name, string attributes, ulong time, double value) =>
        new(service, _attributes.Share(name), attributes, OtlpTime.Nanoseconds(time, "time_unix_nano"), value);

    private string Text(RepeatedField<KeyValue> attributes) => string.Join(
        ',',
        _attributes.Read(attributes)
            .OrderBy(pair => pair.Key, StringComparer.Ordinal)
            .Select(pair => $"{pair.Key}={pair.Value}"));
}
