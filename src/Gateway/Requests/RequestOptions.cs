using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>Limits the size of requests, and the time to receive them.</summary>
internal sealed class RequestOptions : IValidatableObject
{
    public const string Section = "Requests";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--max-body-kb", $"{Section}:{nameof(MaxBodyKilobytes)}", "Largest body of a request, in KB; above it 413.", "1024"),
        new(
            "--max-upload-mb",
            $"{Section}:{nameof(MaxUploadMegabytes)}",
            "The bodies of all requests in memory, in MB; above it 503.",
            "64"),
        new("--max-header-kb", $"{Section}:{nameof(MaxHeaderKilobytes)}", "All headers of a request, in KB; above it 431.", "32"),
        new("--header-timeout", $"{Section}:{nameof(HeaderTimeout)}", "Time for headers to come; after it 408.", "00:00:10"),
        new("--min-data-rate", $"{Section}:{nameof(MinBytesPerSecond)}", "Bytes/s of a body, after 5 s; below them 408.", "240"),
    ];

    /// <summary>In KB of 1,024 bytes.</summary>
    public int MaxBodyKilobytes { get; set; } = 1024;

    /// <summary>The total size of all header names and values, in KB of 1,024 bytes.</summary>
    public int MaxHeaderKilobytes { get; set; } = 32;

    /// <summary>The memory of the bodies of all requests in flight, in MB of 1,048,576 bytes.</summary>
    public int MaxUploadMegabytes { get; set; } = 64;

    /// <summary>The maximum time from the end of the headers to the end of the body.</summary>
    public TimeSpan BodyTimeout { get; set; } = TimeSpan.FromSeconds(30);

    public int MaxHeaders { get; set; } = 100;

    /// <summary>
    /// The maximum time from the first byte of a request, or the start of its connection, to the end of its headers.
    /// </summary>
    public TimeSpan HeaderTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>The minimum rate of request bodies and response bodies, after <see cref="DataRateGrace"/>.</summary>
    public int MinBytesPerSecond { get; set; } = 240;

    public TimeSpan DataRateGrace { get; set; } = TimeSpan.FromSeconds(5);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (MaxBodyKilobytes is < 1 or > 1_048_576)
        {
            yield return new ValidationResult($"--max-body-kb must be from 1 to 1048576, not {MaxBodyKilobytes}.");
        }

        if (MaxHeaderKilobytes is < 1 or > 1024)
        {
            yield return new ValidationResult($"--max-header-kb must be from 1 to 1024, not {MaxHeaderKilobytes}.");
        }

        // A body takes up to twice its size in memory.
        if (MaxUploadMegabytes is < 1 or > 65_536 || MaxUploadMegabytes * 512L < MaxBodyKilobytes)
        {
            yield return new ValidationResult(
                $"--max-upload-mb must be from 1 to 65536, and at least twice --max-body-kb, not {MaxUploadMegabytes}.");
        }

        if (BodyTimeout < TimeSpan.FromMilliseconds(100) || BodyTimeout > TimeSpan.FromHours(1))
        {
            yield return new ValidationResult($"{Section}:BodyTimeout must be from 00:00:00.100 to 01:00:00, not {BodyTimeout}.");
        }

        if (MaxHeaders is < 1 or > 10_000)
        {
            yield return new ValidationResult($"{Section}:MaxHeaders must be from 1 to 10000, not {MaxHeaders}.");
        }

        if (HeaderTimeout < TimeSpan.FromMilliseconds(100) || HeaderTimeout > TimeSpan.FromMinutes(10))
        {
            yield return new ValidationResult($"--header-timeout must be from 00:00:00.100 to 00:10:00, not {HeaderTimeout}.");
        }

        if (MinBytesPerSecond is < 1 or > 1_000_000)
        {
            yield return new ValidationResult($"--min-data-rate must be from 1 to 1000000, not {MinBytesPerSecond}.");
        }

        // Kestrel checks the rate once a second.
        if (DataRateGrace <= TimeSpan.FromSeconds(1) || DataRateGrace > TimeSpan.FromMinutes(10))
        {
            yield return new ValidationResult(
                $"{Section}:DataRateGrace must be above 00:00:01 and up to 00:10:00, not {DataRateGrace}.");
        }
    }
}

[OptionsValidator]
internal sealed partial class RequestOptionsValidator : IValidateOptions<RequestOptions>;
