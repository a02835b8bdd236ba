using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Caching;

/// <summary>Whether and where this service caches lists and reports.</summary>
internal sealed class AnswerCacheOptions : IValidatableObject
{
    public const string Section = "Cache";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";
    public const string None = "none";
    public const string Memory = "memory";
    public const string Redis = "redis";

    public static readonly ServiceFlag Flag =
        new("--cache", ModeKey, "Where lists and reports are cached: memory, redis or none.", None);

    /// <summary><see cref="None"/>, <see cref="Memory"/> or <see cref="Redis"/>.</summary>
    public string Mode { get; set; } = None;

    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan TimeToLive { get; set; } = TimeSpan.FromSeconds(60);

    /// <summary>The maximum estimated size of all answers cached in memory, in MB of 1,048,576 bytes.</summary>
    [Range(1, 65_536)]
    public int MaxMegabytes { get; set; } = 64;

    public bool IsOn => Mode != None;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--cache", Mode, Memory, Redis, None),
    ];
}

[OptionsValidator]
internal sealed partial class AnswerCacheOptionsValidator : IValidateOptions<AnswerCacheOptions>;
