using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>How much of itself the service tells. Where to, and how often, is said by OpenTelemetry's own variables.</summary>
internal sealed class TelemetryOptions : IValidatableObject
{
    public const string Section = "Telemetry";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--trace-ratio",
            $"{Section}:{nameof(TraceRatio)}",
            "Share traced of requests that carry no traceparent, 0 to 1.",
            "1"),
        new(
            "--metrics-endpoint",
            $"{Section}:{nameof(MetricsEndpoint)}",
            "Metrics for Prometheus at /metrics: true or false.",
            "true"),
    ];

    /// <summary>
    /// The share, 0 to 1, of requests without a <c>traceparent</c> that are traced; others follow their caller.
    /// </summary>
    public double TraceRatio { get; set; } = 1;

    /// <summary>Whether metrics are served in Prometheus' text format at <c>/metrics</c>.</summary>
    public bool MetricsEndpoint { get; set; } = true;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (!(TraceRatio >= 0 && TraceRatio <= 1))
        {
            yield return new ValidationResult(
                FormattableString.Invariant($"--trace-ratio must be from 0 to 1, not {TraceRatio}."));
        }
    }
}
