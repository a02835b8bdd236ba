using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Reads an ExportMetricsServiceRequest (field numbers: <see cref="OtlpTags"/>): gauges, sums, and of histograms count and sum.
/// Buckets, units, scopes and other kinds of metrics are skipped.
/// </summary>
internal sealed class OtlpMetricsReader
{
    private readonly NestedMessages _messages;
    private readonly OtlpAttributeReader _attributes;
    private readonly OtlpPointReader _points;
    private readonly List<MetricSample> _samples = [];

    private OtlpMetricsReader(ArraySegment<byte> message)
    {
        _messages = new NestedMessages(message);
        _attributes = new OtlpAttributeReader(_messages);
        _points = new OtlpPointReader(_messages, _attributes);
    }

    public static IReadOnlyList<MetricSample> Read(ArraySegment<byte> message)
    {
        var reader = new OtlpMetricsReader(message);
        reader.ReadRequest();
        return reader._samples;
    }

    private void ReadRequest()
    {
        while (_messages.TryReadTag(_messages.End, out var tag))
        {
            if (tag == OtlpTags.MetricsRequest.ResourceMetrics)
            {
                ReadResourceMetrics();
            }
            else
            {
                _messages.Skip();
            }
        }
    }

    private void ReadResourceMetrics()
    {
        var service = OtlpResourceReader.UnknownService;
        var first = _samples.Count;
        for (var end = _messages.Enter(); _messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.ResourceMetrics.Resource:
                    service = OtlpResourceReader.ReadServiceName(_messages, _attributes);
                    break;
                case OtlpTags.ResourceMetrics.ScopeMetrics:
                    _messages.ReadEach(OtlpTags.ScopeMetrics.Metrics, ReadMetric);
                    break;
                default:
                    _messages.Skip();
                    break;
            }
        }

        // Fields may come in any order: only here is it known who sent them.
        for (var i = first; i < _samples.Count; i++)
        {
            _samples[i] = _samples[i] with { Service = service };
        }
    }

    private void ReadMetric()
    {
        var name = "";
        List<OtlpPoint> points = [];
        for (var end = _messages.Enter(); _messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.Metric.Name:
                    name = _attributes.Share(_messages.Input.ReadString());
                    break;
                case OtlpTags.Metric.Gauge or OtlpTags.Metric.Sum:
                    _messages.ReadEach(OtlpTags.MetricData.DataPoints, () => points.AddRange(_points.ReadNumber()));
                    break;
                case OtlpTags.Metric.Histogram:
                    _messages.ReadEach(OtlpTags.MetricData.DataPoints, () => points.AddRange(_points.ReadHistogram()));
                    break;
                default:
                    _messages.Skip();
                    break;
            }
        }

        _samples.AddRange(points.Select(point => new MetricSample(
            "", _attributes.Share(name + point.Suffix), point.Attributes, point.Time, point.Value)));
    }
}
