using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Caching;

/// <summary>Whether this service caches lists and reports in memory.</summary>
internal sealed class AnswerCacheOptions : IValidatableObject
{
    public const string Section = "Cache";
    public const string None = "none";
    public const string Memory = "memory";

    public static readonly ServiceFlag Flag =
        new("--cache", $"{Section}:{nameof(Mode)}", "Where lists and reports are cached: memory or none.", None);

    /// <summary><see cref="None"/> or <see cref="Memory"/>.</summary>
    public string Mode { get; set; } = None;

    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan TimeToLive { get; set; } = TimeSpan.FromSeconds(60);

    /// <summary>The maximum estimated size of all cached answers, in MB of 1,048,576 bytes.</summary>
    [Range(1, 65_536)]
    public int MaxMegabytes { get; set; } = 64;

    public bool IsOn => Mode == Memory;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--cache", Mode, Memory, None),
    ];
}

[OptionsValidator]
internal sealed partial class AnswerCacheOptionsValidator : IValidateOptions<AnswerCacheOptions>;
