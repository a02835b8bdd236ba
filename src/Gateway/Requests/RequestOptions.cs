using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Listening;
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

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Range("--max-body-kb", MaxBodyKilobytes, 1, 524_288),
        .. ValidationRules.Range("--max-header-kb", MaxHeaderKilobytes, 1, ForwardedRequestLimits.MaxHeaderKilobytes),
        .. ValidateUploads(),
        .. ValidationRules.Range($"{Section}:BodyTimeout", BodyTimeout, TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(1)),
        .. ValidationRules.Range($"{Section}:MaxHeaders", MaxHeaders, 1, ForwardedRequestLimits.MaxHeaders),
        .. ValidationRules.Range("--header-timeout", HeaderTimeout, TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(10)),
        .. ValidationRules.Range("--min-data-rate", MinBytesPerSecond, 1, 1_000_000),
        // Kestrel checks the rate once a second, and requires more than that.
        .. ValidationRules.Range(
            $"{Section}:DataRateGrace", DataRateGrace, TimeSpan.FromMilliseconds(1_001), TimeSpan.FromMinutes(10)),
    ];

    // A body takes up to twice its size in memory.
    private ValidationResult[] ValidateUploads() =>
        MaxUploadMegabytes is >= 1 and <= 65_536 && MaxUploadMegabytes * 512L >= MaxBodyKilobytes
            ? []
            : [new($"--max-upload-mb must be from 1 to 65536, and at least twice --max-body-kb, not {MaxUploadMegabytes}.")];
}

[OptionsValidator]
internal sealed partial class RequestOptionsValidator : IValidateOptions<RequestOptions>;
