using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>How much of itself the service tells. Where to, and how often, is said by OpenTelemetry's own variables.</summary>
internal sealed class TelemetryOptions
{
    public const string Section = "Telemetry";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--metrics-endpoint", $"{Section}:{nameof(MetricsEndpoint)}", "Metrics for Prometheus at /metrics: true or false.", "true"),
    ];

    /// <summary>Whether metrics are served in Prometheus' text format at <c>/metrics</c>.</summary>
    public bool MetricsEndpoint { get; set; } = true;
}
