using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Whether requests to the API need a key.</summary>
internal sealed class KeyOptions : IValidatableObject
{
    public const string Section = "Keys";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";
    public const string Off = "off";
    public const string Required = "required";

    public static readonly TimeSpan UsualPollInterval = TimeSpan.FromMilliseconds(250);

    public static readonly IReadOnlyList<ServiceFlag> Flags =
        [new("--keys", ModeKey, "Whether requests to the API need a key: off or required.", Off)];

    /// <summary><see cref="Off"/> or <see cref="Required"/>.</summary>
    public string Mode { get; set; } = Off;

    /// <summary>How often the database is asked whether keys have changed: how long a revoked key may still be used.</summary>
    public TimeSpan PollInterval { get; set; } = UsualPollInterval;

    public bool AreRequired => Mode == Required;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Mode is not (Off or Required))
        {
            yield return new ValidationResult($"--keys must be {Off} or {Required}, not \"{Mode}\".");
        }

        if (PollInterval < TimeSpan.FromMilliseconds(10) || PollInterval > TimeSpan.FromMinutes(1))
        {
            yield return new ValidationResult(
                $"{Section}:PollInterval must be from 00:00:00.010 to 00:01:00, not {PollInterval}.");
        }
    }
}

[OptionsValidator]
internal sealed partial class KeyOptionsValidator : IValidateOptions<KeyOptions>;
