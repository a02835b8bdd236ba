using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// Whether the limits of plans are enforced, and whether each gateway counts them alone or all gateways together.
/// </summary>
internal sealed class LimitsOptions : IValidatableObject
{
    public const string Section = "Limits";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";
    public const string Off = "off";
    public const string Local = "local";
    public const string Redis = "redis";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--limits",
            ModeKey,
            "Whether keys are held to their plans: off, local (each gateway by itself) or redis (all gateways together).",
            Off),
    ];

    /// <summary><see cref="Off"/>, <see cref="Local"/> or <see cref="Redis"/>.</summary>
    public string Mode { get; set; } = Off;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--limits", Mode, Off, Local, Redis),
    ];
}

[OptionsValidator]
internal sealed partial class LimitsOptionsValidator : IValidateOptions<LimitsOptions>;
