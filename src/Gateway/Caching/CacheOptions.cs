using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Whether the gateway keeps answers, how many, and for how long.</summary>
internal sealed class CacheOptions : IValidatableObject
{
    public const string Section = "Cache";
    public const string ModeKey = $"{Section}:{nameof(Mode)}";
    public const string None = "none";
    public const string Gateway = "gateway";

    private const int MostMegabytes = 65_536;

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--cache", ModeKey, "Where answers are kept: gateway or none.", None),
        new("--cache-megabytes", $"{Section}:{nameof(Megabytes)}", "Memory that kept answers may take, in MiB.", "64"),
    ];

    /// <summary><see cref="None"/> or <see cref="Gateway"/>.</summary>
    public string Mode { get; set; } = None;

    /// <summary>Bodies, also of answers on their way, headers and keys together, in MiB.</summary>
    public int Megabytes { get; set; } = 64;

    /// <summary>The part of the memory, in per cent, that one answer may take.</summary>
    public int LargestEntryPercent { get; set; } = 10;

    /// <summary>How long one answer may take to come before those who wait for it are refused.</summary>
    public TimeSpan FillTimeout { get; set; } = TimeSpan.FromSeconds(60);

    /// <summary>For how long the answers of each route are kept, by its name in <see cref="CachePolicies"/>.</summary>
    public Dictionary<string, CacheTimes> Routes { get; } = new(StringComparer.OrdinalIgnoreCase);

    public bool IsOn => Mode == Gateway;

    public long MostBytes => Megabytes * 1024L * 1024;

    public long LargestEntryBytes => MostBytes * LargestEntryPercent / 100;

    /// <summary>In the words of the command line, where there is a flag.</summary>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Mode is not (None or Gateway))
        {
            yield return new ValidationResult($"--cache must be {Gateway} or {None}, not \"{Mode}\".");
        }

        if (Megabytes is < 1 or > MostMegabytes)
        {
            yield return new ValidationResult($"--cache-megabytes must be from 1 to {MostMegabytes}, not {Megabytes}.");
        }

        if (LargestEntryPercent is < 1 or > 100)
        {
            yield return new ValidationResult(
                $"{Section}:LargestEntryPercent must be from 1 to 100, not {LargestEntryPercent}.");
        }

        if (FillTimeout < TimeSpan.FromSeconds(1) || FillTimeout > TimeSpan.FromMinutes(10))
        {
            yield return new ValidationResult($"{Section}:FillTimeout must be from 1 s to 10 min, not {FillTimeout}.");
        }

        foreach (var (name, times) in Routes)
        {
            if (CachePolicies.Mistake(name, times) is { } mistake)
            {
                yield return new ValidationResult($"{Section}:Routes:{name}: {mistake}");
            }
        }
    }
}

[OptionsValidator]
internal sealed partial class CacheOptionsValidator : IValidateOptions<CacheOptions>;
