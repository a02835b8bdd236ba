using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>The number of requests that may be in flight at each backend before the gateway refuses more.</summary>
internal sealed class SheddingOptions : IValidatableObject
{
    public const string Section = "Shedding";
    public const string None = "none";
    public const string Fixed = "fixed";
    public const string Adaptive = "adaptive";

    private const int MaxAllowedLimit = 10_000;

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--shedding",
            $"{Section}:{nameof(Mode)}",
            "When requests are refused: adaptive, fixed (above --concurrency-limit) or none (never).",
            Adaptive),
        new(
            "--concurrency-limit",
            $"{Section}:{nameof(Limit)}",
            "Requests in flight at a backend: the limit of --shedding fixed, the first one of adaptive.",
            "100"),
    ];

    /// <summary><see cref="None"/>, <see cref="Fixed"/> or <see cref="Adaptive"/>.</summary>
    public string Mode { get; set; } = Adaptive;

    /// <summary>
    /// The number of requests in flight at one backend: the fixed limit, or the initial value of an adaptive limit.
    /// </summary>
    public int Limit { get; set; } = 100;

    /// <summary>The minimum of an adaptive limit, except during a probe.</summary>
    public int MinLimit { get; set; } = 50;

    /// <summary>The maximum of an adaptive limit.</summary>
    public int MaxLimit { get; set; } = 1_000;

    /// <summary>The share of the limit, in percent, that requests of low priority with a paying plan may use.</summary>
    public int LowPriorityPercent { get; set; } = 80;

    /// <summary>The share of the limit, in percent, that requests of low priority with an unpaid plan may use.</summary>
    public int UnpaidLowPriorityPercent { get; set; } = 60;

    /// <summary>The share of the limit, in percent, that requests of high priority with an unpaid plan may use.</summary>
    public int UnpaidHighPriorityPercent { get; set; } = 90;

    public PriorityShares Shares => new(UnpaidLowPriorityPercent, LowPriorityPercent, UnpaidHighPriorityPercent);

    /// <summary>Validates the options. Messages name the command-line flag of a setting, if there is one.</summary>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--shedding", Mode, Adaptive, Fixed, None),
        .. ValidateLimits(),
        .. ValidationRules.Range($"{Section}:UnpaidLowPriorityPercent", UnpaidLowPriorityPercent, 1, 100),
        .. ValidationRules.Range($"{Section}:LowPriorityPercent", LowPriorityPercent, 1, 100),
        .. ValidationRules.Range($"{Section}:UnpaidHighPriorityPercent", UnpaidHighPriorityPercent, 1, 100),
    ];

    private IEnumerable<ValidationResult> ValidateLimits()
    {
        if (MinLimit < 1 || MaxLimit > MaxAllowedLimit || MinLimit > MaxLimit)
        {
            yield return new ValidationResult(
                $"{Section}:MinLimit ({MinLimit}) and {Section}:MaxLimit ({MaxLimit}) must be from 1 to {MaxAllowedLimit}, "
                + "the minimum not above the maximum.");
        }

        var (min, max) = Mode == Adaptive ? (MinLimit, MaxLimit) : (1, MaxAllowedLimit);
        if (Limit < min || Limit > max)
        {
            yield return new ValidationResult(
                $"--concurrency-limit must be from {min} to {max} with --shedding {Mode}, not {Limit}.");
        }
    }
}

[OptionsValidator]
internal sealed partial class SheddingOptionsValidator : IValidateOptions<SheddingOptions>;
