using System.Globalization;
using System.Text;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>
/// Metrics in Prometheus' text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats), as OpenTelemetry maps
/// them (https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics).
/// </summary>
internal sealed class PrometheusText
{
    private readonly StringBuilder _text = new();

    public static string Write(IEnumerable<Metric> metrics, Resource resource)
    {
        var text = new PrometheusText();
        text.WriteTarget(resource);
        // A family is written once, as one block, also if several meters have an instrument for it.
        foreach (var family in metrics.GroupBy(PrometheusFamily.FromMetric).DistinctBy(family => family.Key.Name))
        {
            text.WriteFamily(family.Key, family);
        }

        return text._text.ToString();
    }

    private void WriteTarget(Resource resource)
    {
        WriteHead("target_info", "gauge", "The resource of the metrics.");
        WriteSample("target_info", PrometheusLabels.FromAttributes(resource.Attributes), 1);
    }

    private void WriteFamily(PrometheusFamily family, IEnumerable<Metric> metrics)
    {
        WriteHead(family.Name, family.Type, family.Help);
        foreach (var metric in metrics)
        {
            foreach (ref readonly var point in metric.GetMetricPoints())
            {
                WritePoint(family.Name, metric, in point);
            }
        }
    }

    private void WritePoint(string name, Metric metric, in MetricPoint point)
    {
        var labels = PrometheusLabels.FromPoint(metric, in point);
        switch (metric.MetricType)
        {
            case MetricType.LongSum or MetricType.LongSumNonMonotonic:
                WriteSample(name, labels, point.GetSumLong());
                break;
            case MetricType.DoubleSum or MetricType.DoubleSumNonMonotonic:
                WriteSample(name, labels, point.GetSumDouble());
                break;
            case MetricType.LongGauge:
                WriteSample(name, labels, point.GetGaugeLastValueLong());
                break;
            case MetricType.DoubleGauge:
                WriteSample(name, labels, point.GetGaugeLastValueDouble());
                break;
            case MetricType.Histogram:
                WriteHistogram(name, labels, in point);
                break;
        }
    }

    private void WriteHistogram(string name, PrometheusLabels labels, in MetricPoint point)
    {
        var count = 0L;
        foreach (var bucket in point.GetHistogramBuckets())
        {
            count += bucket.BucketCount;
            WriteSample($"{name}_bucket", labels.With("le", Number(bucket.ExplicitBound)), count);
        }

        WriteSample($"{name}_sum", labels, point.GetHistogramSum());
        WriteSample($"{name}_count", labels, point.GetHistogramCount());
    }

    private void WriteHead(string name, string type, string help)
    {
        if (help.Length > 0)
        {
            var escaped = help.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal);
            _text.Append("# HELP ").Append(name).Append(' ').Append(escaped).Append('\n');
        }

        _text.Append("# TYPE ").Append(name).Append(' ').Append(type).Append('\n');
    }

    private void WriteSample(string name, PrometheusLabels labels, double value) =>
        _text.Append(name).Append(labels).Append(' ').Append(Number(value)).Append('\n');

    private static string Number(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        _ => value.ToString(CultureInfo.InvariantCulture),
    };
}
