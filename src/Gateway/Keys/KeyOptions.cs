using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Configures whether requests to the API need a key, and where and how often the keys are read.</summary>
internal sealed class KeyOptions : IValidatableObject
{
    public const string Section = "Keys";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";
    public const string Off = "off";
    public const string Required = "required";
    public const string StoreKey = $"{Section}:{nameof(Store)}";
    public const string Sqlite = "sqlite";
    public const string Redis = "redis";

    public static readonly TimeSpan DefaultPollInterval = TimeSpan.FromMilliseconds(250);

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--keys", ModeKey, "Whether requests to the API need a key: off or required.", Off),
        new("--keys-store", StoreKey, "Where keys are: sqlite (in --database) or redis (at --redis).", Sqlite),
    ];

    /// <summary><see cref="Off"/> or <see cref="Required"/>.</summary>
    public string Mode { get; set; } = Off;

    /// <summary><see cref="Sqlite"/> or <see cref="Redis"/>.</summary>
    public string Store { get; set; } = Sqlite;

    /// <summary>
    /// The time between two checks of the store for changed keys. A revoked key may still be accepted for this time, or for up to
    /// <see cref="MaxAge"/> while the store cannot be read.
    /// </summary>
    public TimeSpan PollInterval { get; set; } = DefaultPollInterval;

    /// <summary>
    /// How long the last known keys are used while the store cannot be read. After this time requests are refused, because a
    /// key may have been revoked.
    /// </summary>
    public TimeSpan MaxAge { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// The number of requests without a valid key that one client address may send in a minute; 0 for any number. Behind a proxy
    /// all clients have its address.
    /// </summary>
    [Range(0, 1_000_000)]
    public int MaxFailuresPerMinute { get; set; } = 100;

    public bool AreRequired => Mode == Required;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--keys", Mode, Off, Required),
        .. ValidationRules.OneOf("--keys-store", Store, Sqlite, Redis),
        .. ValidationRules.Range($"{Section}:PollInterval", PollInterval, TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(1)),
        // A poll may fail now and then.
        .. ValidationRules.Range($"{Section}:MaxAge", MaxAge, PollInterval * 4, TimeSpan.FromDays(7)),
    ];
}

[OptionsValidator]
internal sealed partial class KeyOptionsValidator : IValidateOptions<KeyOptions>;
