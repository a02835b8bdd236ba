using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>Tracing and metrics of the service. OpenTelemetry's own variables set the endpoint and the intervals.</summary>
internal sealed class TelemetryOptions : IValidatableObject
{
    public const string Section = "Telemetry";
    public const string MetricsEndpointKey = $"{Section}:{nameof(MetricsEndpoint)}";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--trace-ratio",
            $"{Section}:{nameof(TraceRatio)}",
            "Share of requests without traceparent that are traced, 0 to 1.",
            "1"),
        new(
            "--metrics-endpoint",
            MetricsEndpointKey,
            "Metrics for Prometheus at /metrics: true or false.",
            "true"),
    ];

    /// <summary>
    /// The share, 0 to 1, of requests without a <c>traceparent</c> that are traced; others follow their client's decision.
    /// </summary>
    public double TraceRatio { get; set; } = 1;

    /// <summary>Whether metrics are served in Prometheus' text format at <c>/metrics</c>.</summary>
    public bool MetricsEndpoint { get; set; } = true;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Range("--trace-ratio", TraceRatio, 0, 1),
    ];
}

[OptionsValidator]
internal sealed partial class TelemetryOptionsValidator : IValidateOptions<TelemetryOptions>;
