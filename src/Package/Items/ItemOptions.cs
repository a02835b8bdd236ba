using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>
/// Whether items are served, and how a request waits for the database: the settings that the concurrency study compares.
/// </summary>
internal sealed class ItemOptions : IValidatableObject
{
    public const string Section = "Items";
    public const string Off = "off";
    public const string Sync = "sync";
    public const string Pool = "pool";
    public const string Refuse = "refuse";
    public const string Unlimited = "unlimited";

    /// <summary>
    /// <see cref="Sync"/>: the request's thread is blocked until the database has responded. <see cref="Pool"/>: awaited, at most
    /// <see cref="PoolSize"/> requests at once, others wait. <see cref="Refuse"/>: as with <see cref="Pool"/>, others get 503.
    /// <see cref="Unlimited"/>: awaited. <see cref="Off"/>: not served.
    /// </summary>
    public string Calls { get; set; } = Off;

    public int PoolSize { get; set; } = 100;

    [Required]
    public string Database { get; set; } = "drones";

    [Required]
    public string Container { get; set; } = "items";

    /// <summary>The messages name the command-line flags, which set these values.</summary>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--items", Calls, Off, Sync, Pool, Refuse, Unlimited),
        .. ValidationRules.Range("--items-pool", PoolSize, 1, 10_000),
    ];
}

[OptionsValidator]
internal sealed partial class ItemOptionsValidator : IValidateOptions<ItemOptions>;
