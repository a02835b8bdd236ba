using Google.Protobuf;
using Google.Protobuf.Collections;
using Opentelemetry.Proto.Collector.Metrics.V1;
using Opentelemetry.Proto.Common.V1;
using Opentelemetry.Proto.Metrics.V1;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// The content of one metrics export: gauges, sums, and the count and sum of histograms. Buckets, units, scopes and other kinds
/// of metrics are left out. The instance of the service is an attribute of each point.
/// </summary>
internal sealed class OtlpMetrics
{
    private readonly OtlpAttributes _attributes = new();

    /// <exception cref="InvalidProtocolBufferException">The bytes are not an ExportMetricsServiceRequest.</exception>
    /// <exception cref="InvalidDataException">A time is out of range.</exception>
    public static IReadOnlyList<MetricSample> Parse(ArraySegment<byte> message) =>
        FromRequest(ExportMetricsServiceRequest.Parser.ParseFrom(message.Array, message.Offset, message.Count));

    /// <exception cref="InvalidDataException">A time is out of range.</exception>
    public static IReadOnlyList<MetricSample> FromRequest(ExportMetricsServiceRequest request)
    {
        var metrics = new OtlpMetrics();
        return
        [
            .. from resource in request.ResourceMetrics
               let service = metrics._attributes.ReadServiceName(resource.Resource)
               let instance = OtlpAttributes.FindInstance(resource.Resource)
               from metric in resource.ScopeMetrics.SelectMany(scope => scope.Metrics)
               from sample in metrics.Convert(metric, new Source(service, instance))
               select sample,
        ];
    }

    private IEnumerable<MetricSample> Convert(Metric metric, Source source) => metric.DataCase switch
    {
        Metric.DataOneofCase.Gauge => Numbers(metric.Name, source, metric.Gauge.DataPoints),
        Metric.DataOneofCase.Sum => Numbers(metric.Name, source, metric.Sum.DataPoints),
        Metric.DataOneofCase.Histogram => metric.Histogram.DataPoints.SelectMany(point => Histogram(metric.Name, source, point)),
        _ => [],
    };

    /// <summary>A point without a value is left out.</summary>
    private IEnumerable<MetricSample> Numbers(string name, Source source, RepeatedField<NumberDataPoint> points) =>
        from point in points
        where point.ValueCase != NumberDataPoint.ValueOneofCase.None
        let value = point.ValueCase == NumberDataPoint.ValueOneofCase.AsInt ? point.AsInt : point.AsDouble
        select Sample(source, name, point.Attributes, point.TimeUnixNano, value);

    private IEnumerable<MetricSample> Histogram(string name, Source source, HistogramDataPoint point)
    {
        var count = Sample(source, $"{name}.count", point.Attributes, point.TimeUnixNano, point.Count);
        return point.HasSum ? [count, count with { Name = _attributes.Share($"{name}.sum"), Value = point.Sum }] : [count];
    }

    private MetricSample Sample(Source source, string name, IEnumerable<KeyValue> attributes, ulong time, double value) => new(
        source.Service,
        _attributes.Share(name),
        string.Join(
            ',',
            _attributes.Read([.. attributes, .. source.Instance])
                .OrderBy(pair => pair.Key, StringComparer.Ordinal)
                .Select(pair => $"{pair.Key}={pair.Value}")),
        OtlpTime.Nanoseconds(time, "time_unix_nano"),
        value);

    /// <param name="Instance">Its attribute; empty if it is not sent.</param>
    private sealed record Source(string Service, IReadOnlyList<KeyValue> Instance);
}
