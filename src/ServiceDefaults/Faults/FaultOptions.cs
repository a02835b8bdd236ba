using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>
/// The faults that are injected into each request, to show their symptoms; none by default. Times are in ms.
/// </summary>
internal sealed class FaultOptions : IValidatableObject
{
    public const string Section = "Faults";

    private const double MaxMs = 60_000;
    private const double MaxKib = 65_536;

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        Flag("--fault-cpu-ms", nameof(CpuMs), "Injected fault: CPU that each request uses, in ms."),
        Flag("--fault-block-ms", nameof(BlockMs), "Injected fault: how long each request blocks its thread, in ms."),
        Flag("--fault-delay-ms", nameof(DelayMs), "Injected fault: how long each request waits without a thread, in ms."),
        Flag("--fault-lock-ms", nameof(LockMs), "Injected fault: how long each request holds a lock that all need, in ms."),
        Flag("--fault-answer-kib", nameof(AnswerKib), "Injected fault: blanks after each answer, in KiB."),
        Flag("--fault-only", nameof(Only), "Faults are injected only into requests whose query contains this text.", "all"),
        Flag("--fault-error-share", nameof(ErrorShare), "Injected fault: share of requests that fail with 503, 0 to 1."),
    ];

    /// <summary>CPU that each request uses.</summary>
    public double CpuMs { get; set; }

    /// <summary>How long each request blocks its thread.</summary>
    public double BlockMs { get; set; }

    /// <summary>How long each request waits without a thread.</summary>
    public double DelayMs { get; set; }

    /// <summary>How long each request holds a lock that all requests need.</summary>
    public double LockMs { get; set; }

    /// <summary>How many KiB of blanks follow each answer.</summary>
    public double AnswerKib { get; set; }

    /// <summary>Only requests whose query contains this text have the faults; null for all.</summary>
    public string? Only { get; set; }

    /// <summary>The share of requests, 0 to 1, that fail with 503.</summary>
    public double ErrorShare { get; set; }

    /// <summary>Selects the requests that fail: the same seed selects the same ones, counted from the start.</summary>
    public int Seed { get; set; } = 1;

    /// <summary>The faults that are set, in words; empty when there is none.</summary>
    public IReadOnlyList<string> Injected =>
    [
        .. Describe(CpuMs, $"each request uses {CpuMs} ms of CPU"),
        .. Describe(BlockMs, $"each request blocks its thread for {BlockMs} ms"),
        .. Describe(DelayMs, $"each request waits {DelayMs} ms"),
        .. Describe(LockMs, $"each request holds a lock for {LockMs} ms"),
        .. Describe(AnswerKib, $"{AnswerKib} KiB of blanks follow each answer"),
        .. Describe(ErrorShare, $"{ErrorShare * 100:0.##} % of requests fail with 503"),
    ];

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Range("--fault-cpu-ms", CpuMs, 0, MaxMs),
        .. ValidationRules.Range("--fault-block-ms", BlockMs, 0, MaxMs),
        .. ValidationRules.Range("--fault-delay-ms", DelayMs, 0, MaxMs),
        .. ValidationRules.Range("--fault-lock-ms", LockMs, 0, MaxMs),
        .. ValidationRules.Range("--fault-answer-kib", AnswerKib, 0, MaxKib),
        .. ValidationRules.Range("--fault-error-share", ErrorShare, 0, 1),
    ];

    private static string[] Describe(double value, FormattableString fault) =>
        value > 0 ? [FormattableString.Invariant(fault)] : [];

    private static ServiceFlag Flag(string name, string property, string text, string shownDefault = "0") =>
        new(name, $"{Section}:{property}", text, shownDefault);
}

[OptionsValidator]
internal sealed partial class FaultOptionsValidator : IValidateOptions<FaultOptions>;
