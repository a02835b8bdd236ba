using System.Globalization;
using OpenTelemetry.Metrics;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>The labels of one sample, in braces; empty when there are none.</summary>
internal readonly record struct PrometheusLabels
{
    private const string ScopeName = "otel_scope_name";

    private readonly string _pairs;

    private PrometheusLabels(string pairs) => _pairs = pairs;

    public static PrometheusLabels FromPoint(Metric metric, in MetricPoint point)
    {
        var labels = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var tag in point.Tags)
        {
            Add(labels, tag.Key, tag.Value);
        }

        labels[ScopeName] = metric.MeterName;
        return Join(labels);
    }

    public static PrometheusLabels FromAttributes(IEnumerable<KeyValuePair<string, object>> attributes)
    {
        var labels = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in attributes)
        {
            Add(labels, name, value);
        }

        return Join(labels);
    }

    public PrometheusLabels With(string name, string value) => new($"{_pairs},{name}=\"{value}\"");

    public override string ToString() => string.IsNullOrEmpty(_pairs) ? "" : $"{{{_pairs.TrimStart(',')}}}";

    // Two attributes can map to one label, which then has both values.
    private static void Add(SortedDictionary<string, string> labels, string attribute, object? value)
    {
        var name = PrometheusName.Clean(attribute);
        labels[name] = labels.TryGetValue(name, out var other) ? $"{other};{Text(value)}" : Text(value);
    }

    private static PrometheusLabels Join(SortedDictionary<string, string> labels) =>
        new(string.Join(',', labels.Select(label => $"{label.Key}=\"{Escape(label.Value)}\"")));

    private static string Text(object? value) => value switch
    {
        bool flag => flag ? "true" : "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };

    private static string Escape(string value) => value
        .Replace(@"\", @"\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", @"\n", StringComparison.Ordinal);
}
