using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Configures whether requests are counted, and where usage is stored.</summary>
internal sealed class UsageOptions : IValidatableObject
{
    public const string Section = "Usage";
    public const string Off = "off";
    public const string Sqlite = "sqlite";
    public const string Redis = "redis";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--usage",
            ModeKey,
            "Where requests are counted by key, route and status: sqlite (in --database), redis (at --redis) or off.",
            Off),
        new(
            "--usage-flush-seconds",
            $"{Section}:{nameof(FlushSeconds)}",
            "Seconds from one write of usage to the next, 0.1 to 60.",
            "1"),
    ];

    /// <summary><see cref="Off"/>, <see cref="Sqlite"/> or <see cref="Redis"/>.</summary>
    public string Mode { get; set; } = Off;

    /// <summary>
    /// The interval between writes of usage to the store, in seconds. While the store can be written, a crash loses at most the
    /// usage of this interval and of the time that a write takes.
    /// </summary>
    public double FlushSeconds { get; set; } = 1;

    public TimeSpan FlushInterval => TimeSpan.FromSeconds(FlushSeconds);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--usage", Mode, Sqlite, Redis, Off),
        .. ValidationRules.Range("--usage-flush-seconds", FlushSeconds, 0.1, 60),
    ];
}

[OptionsValidator]
internal sealed partial class UsageOptionsValidator : IValidateOptions<UsageOptions>;
