using OpenTelemetry.Metrics;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>What Prometheus calls a metric, and as what it takes it: counter, gauge or histogram.</summary>
internal sealed record PrometheusFamily(string Name, string Type)
{
    public const string Counter = "counter";
    public const string Gauge = "gauge";
    public const string Histogram = "histogram";

    /// <summary>Not part of what makes two families the same.</summary>
    public string Help { get; private init; } = "";

    public static PrometheusFamily Of(Metric metric)
    {
        var type = TypeOf(metric.MetricType);
        return new PrometheusFamily(PrometheusName.Of(metric.Name, metric.Unit, type), type) { Help = metric.Description };
    }

    public bool Equals(PrometheusFamily? other) => other is not null && other.Name == Name && other.Type == Type;

    public override int GetHashCode() => HashCode.Combine(Name, Type);

    // A sum that may also fall is a level, which Prometheus calls a gauge.
    private static string TypeOf(MetricType type) => type switch
    {
        MetricType.LongSum or MetricType.DoubleSum => Counter,
        MetricType.Histogram or MetricType.ExponentialHistogram => Histogram,
        _ => Gauge,
    };
}
