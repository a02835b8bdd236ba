using System.ComponentModel.DataAnnotations;
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
    public const string Unlimited = "unlimited";

    private const int MaxPoolSize = 10_000;

    /// <summary>
    /// <see cref="Sync"/>: the request's thread is blocked until the database has responded. <see cref="Pool"/>: awaited, at most
    /// <see cref="PoolSize"/> requests at once, others wait. <see cref="Unlimited"/>: awaited. <see cref="Off"/>: not served.
    /// </summary>
    public string Calls { get; set; } = Off;

    public int PoolSize { get; set; } = 100;

    [Required]
    public string Database { get; set; } = "drones";

    [Required]
    public string Container { get; set; } = "items";

    /// <summary>The messages name the command-line flags, which set these values.</summary>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Calls is not (Off or Sync or Pool or Unlimited))
        {
            yield return new ValidationResult($"--items must be {Off}, {Sync}, {Pool} or {Unlimited}, not \"{Calls}\".");
        }

        if (PoolSize is < 1 or > MaxPoolSize)
        {
            yield return new ValidationResult($"--items-pool must be from 1 to {MaxPoolSize}, not {PoolSize}.");
        }
    }
}

[OptionsValidator]
internal sealed partial class ItemOptionsValidator : IValidateOptions<ItemOptions>;
