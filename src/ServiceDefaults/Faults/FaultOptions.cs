using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>
/// What each request is made to suffer, so that one can see what such a fault looks like; nothing by default. Times in ms.
/// </summary>
internal sealed class FaultOptions : IValidatableObject
{
    public const string Section = "Faults";

    private const double LongestMs = 60_000;

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        Flag("--fault-cpu-ms", nameof(CpuMs), "Planted fault: CPU that each request burns, in ms."),
        Flag("--fault-block-ms", nameof(BlockMs), "Planted fault: how long each request blocks its thread, in ms."),
        Flag("--fault-delay-ms", nameof(DelayMs), "Planted fault: how long each request waits without a thread, in ms."),
        Flag("--fault-error-share", nameof(ErrorShare), "Planted fault: share of requests answered 503, 0 to 1."),
    ];

    /// <summary>CPU that each request burns.</summary>
    public double CpuMs { get; set; }

    /// <summary>How long each request holds its thread without using it.</summary>
    public double BlockMs { get; set; }

    /// <summary>How long each request waits without a thread.</summary>
    public double DelayMs { get; set; }

    /// <summary>The share of requests, from 0 to 1, that are answered 503 and nothing else.</summary>
    public double ErrorShare { get; set; }

    /// <summary>Which requests are refused: the same seed refuses the same ones, counted from the start.</summary>
    public int Seed { get; set; } = 1;

    /// <summary>The faults that are set, in words; empty when there is none.</summary>
    public IReadOnlyList<string> Planted =>
    [
        .. Said(CpuMs, $"each request burns {CpuMs} ms of CPU"),
        .. Said(BlockMs, $"each request blocks its thread for {BlockMs} ms"),
        .. Said(DelayMs, $"each request waits {DelayMs} ms"),
        .. Said(ErrorShare, $"{ErrorShare * 100:0.##} % of requests are answered 503"),
    ];

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. Beyond("--fault-cpu-ms", CpuMs, LongestMs),
        .. Beyond("--fault-block-ms", BlockMs, LongestMs),
        .. Beyond("--fault-delay-ms", DelayMs, LongestMs),
        .. Beyond("--fault-error-share", ErrorShare, 1),
    ];

    private static string[] Said(double value, FormattableString fault) => value > 0 ? [FormattableString.Invariant(fault)] : [];

    private static ValidationResult[] Beyond(string flag, double value, double most) =>
        value >= 0 && value <= most
            ? []
            : [new ValidationResult(FormattableString.Invariant($"{flag} must be from 0 to {most}, not {value}."))];

    private static ServiceFlag Flag(string name, string property, string text) => new(name, $"{Section}:{property}", text, "0");
}
