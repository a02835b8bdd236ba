using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Configures whether the gateway caches responses, how much memory they may use, and for how long.</summary>
internal sealed class CacheOptions : IValidatableObject
{
    public const string Section = "Cache";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";
    public const string FolderKey = $"{Section}:{nameof(Folder)}";
    public const string None = "none";
    public const string Gateway = "gateway";

    private const string On = "on";
    private const string Off = "off";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--cache", ModeKey, "Where responses are cached: gateway or none.", None),
        new("--cache-megabytes", $"{Section}:{nameof(Megabytes)}", "Memory that cached responses may take, in MiB.", "64"),
        new("--cache-folder", FolderKey, "Folder that holds cached responses too, and keeps them over a restart.", "none"),
        new("--cache-disk-megabytes", $"{Section}:{nameof(DiskMegabytes)}", "Disk space of --cache-folder, in MiB.", "256"),
        new(
            "--cache-coalescing",
            $"{Section}:{nameof(Coalescing)}",
            "Whether requests for the same response share one request to the backend: on or off.",
            On),
    ];

    /// <summary><see cref="None"/> or <see cref="Gateway"/>.</summary>
    public string Mode { get; set; } = None;

    /// <summary>
    /// The maximum memory of the cache, in MiB: keys, headers and bodies of cached responses, and bodies that are being received.
    /// </summary>
    public int Megabytes { get; set; } = 64;

    /// <summary>
    /// The folder that also holds the cached responses; a relative path is relative to the content root. Null to hold them in
    /// memory only.
    /// </summary>
    public string? Folder { get; set; }

    /// <summary>The maximum size of the files in <see cref="Folder"/>, in MiB.</summary>
    public int DiskMegabytes { get; set; } = 256;

    /// <summary><c>on</c> or <c>off</c>.</summary>
    public string Coalescing { get; set; } = On;

    /// <summary>The maximum size of one cached response, in percent of the memory.</summary>
    public int LargestEntryPercent { get; set; } = 10;

    /// <summary>The maximum duration of a refresh. After this time the refresh fails for all requests that wait for it.</summary>
    public TimeSpan RefreshTimeout { get; set; } = TimeSpan.FromSeconds(60);

    /// <summary>How long the responses of each route are cached, by the route's name in <see cref="CachePolicies"/>.</summary>
    public Dictionary<string, CacheTimes> Routes { get; } = new(StringComparer.OrdinalIgnoreCase);

    public bool IsOn => Mode == Gateway;

    /// <summary>Whether requests that miss share a refresh. Otherwise each of them is sent to the backend.</summary>
    public bool Coalesces => Coalescing == On;

    public long MaxBytes => Megabytes * 1024L * 1024;

    public long MaxDiskBytes => DiskMegabytes * 1024L * 1024;

    public long MaxEntryBytes => MaxBytes * LargestEntryPercent / 100;

    /// <summary>Returns the errors of the options. An error names the command-line flag of the option, if it has one.</summary>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.OneOf("--cache", Mode, Gateway, None),
        .. ValidationRules.Range("--cache-megabytes", Megabytes, 1, 65_536),
        .. ValidationRules.Range("--cache-disk-megabytes", DiskMegabytes, 1, 1_048_576),
        .. Folder is null || IsOn ? Array.Empty<ValidationResult>() : [new($"--cache-folder needs --cache {Gateway}.")],
        .. ValidationRules.OneOf("--cache-coalescing", Coalescing, On, Off),
        .. ValidationRules.Range($"{Section}:LargestEntryPercent", LargestEntryPercent, 1, 100),
        .. ValidationRules.Range($"{Section}:RefreshTimeout", RefreshTimeout, TimeSpan.FromSeconds(1), TimeSpan.FromMinutes(10)),
        .. Routes.Select(route => (Name: route.Key, Error: CachePolicies.FindError(route.Key, route.Value)))
            .Where(route => route.Error is not null)
            .Select(route => new ValidationResult($"{Section}:Routes:{route.Name}: {route.Error}")),
    ];
}

[OptionsValidator]
internal sealed partial class CacheOptionsValidator : IValidateOptions<CacheOptions>;
