using OpenTelemetry.Metrics;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>The name and type of a metric in Prometheus: counter, gauge or histogram.</summary>
internal sealed record PrometheusFamily(string Name, string Type)
{
    public const string Counter = "counter";
    public const string Gauge = "gauge";
    public const string Histogram = "histogram";

    /// <summary>Not compared: two families are equal if name and type are.</summary>
    public string Help { get; private init; } = "";

    public static PrometheusFamily FromMetric(Metric metric)
    {
        var type = MapType(metric.MetricType);
        var name = PrometheusName.FromInstrument(metric.Name, metric.Unit, type);
        return new PrometheusFamily(name, type) { Help = metric.Description };
    }

    public bool Equals(PrometheusFamily? other) => other is not null && other.Name == Name && other.Type == Type;

    public override int GetHashCode() => HashCode.Combine(Name, Type);

    // A sum that can decrease is a gauge in Prometheus.
    private static string MapType(MetricType type) => type switch
    {
        MetricType.LongSum or MetricType.DoubleSum => Counter,
        MetricType.Histogram or MetricType.ExponentialHistogram => Histogram,
        _ => Gauge,
    };
}
