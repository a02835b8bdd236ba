using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// The addresses of the backends, separated by commas if a backend has several, and how they are called. By default
/// backends must support HTTP/2, without TLS at an <c>http</c> address.
/// </summary>
internal sealed class BackendOptions : IValidatableObject
{
    public const string Section = "Backends";
    public const string Http2 = "http2";

    /// <summary>HTTP/1.1 with connections that are kept.</summary>
    public const string Http1 = "http1";

    /// <summary>HTTP/1.1 with a connection for each request.</summary>
    public const string Close = "close";

    private static readonly TimeSpan MaxTime = TimeSpan.FromMinutes(10);

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        Flag("--delivery", nameof(Delivery), "http://127.0.0.1:5111"),
        Flag("--package", nameof(Package), "http://127.0.0.1:5121"),
        Flag("--drone-scheduler", nameof(DroneScheduler), "http://127.0.0.1:5131"),
        new("--backend-timeout", $"{Section}:{nameof(Timeout)}", "Time a backend may be silent: hh:mm:ss.", "00:00:30"),
        new(
            "--backend-connections",
            $"{Section}:{nameof(Connections)}",
            "How backends are called: http2, http1, or close (HTTP/1.1, each connection for one request).",
            Http2),
        new("--health-interval", $"{Section}:{nameof(HealthInterval)}", "Time between health checks; 0: none.", "00:00:01"),
        new("--dns-interval", $"{Section}:{nameof(DnsInterval)}", "Time between lookups of a dns+http name.", "00:00:05"),
    ];

    public string Delivery { get; set; } = "http://127.0.0.1:5111";

    public string Package { get; set; } = "http://127.0.0.1:5121";

    public string DroneScheduler { get; set; } = "http://127.0.0.1:5131";

    /// <summary>The maximum time without activity of a forwarded request, before and during its response.</summary>
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary><see cref="Http2"/>, <see cref="Http1"/> or <see cref="Close"/>.</summary>
    public string Connections { get; set; } = Http2;

    /// <summary>The time between two active health checks of each address; zero disables them.</summary>
    public TimeSpan HealthInterval { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>The time after which the name in a <c>dns+http</c> address is resolved again.</summary>
    public TimeSpan DnsInterval { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>The addresses of each backend as configured, by the name of the backend.</summary>
    public IEnumerable<KeyValuePair<string, string[]>> Addresses =>
    [
        new(BackendNames.Delivery, Split(Delivery)),
        new(BackendNames.Package, Split(Package)),
        new(BackendNames.DroneScheduler, Split(DroneScheduler)),
    ];

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidateAddresses(),
        .. ValidationRules.Range("--backend-timeout", Timeout, TimeSpan.FromMilliseconds(10), MaxTime),
        .. ValidationRules.OneOf("--backend-connections", Connections, Http2, Http1, Close),
        .. ValidationRules.Range("--health-interval", HealthInterval, TimeSpan.Zero, MaxTime),
        .. ValidationRules.Range("--dns-interval", DnsInterval, TimeSpan.FromSeconds(1), MaxTime),
    ];

    private IEnumerable<ValidationResult> ValidateAddresses()
    {
        foreach (var (backend, addresses) in Addresses)
        {
            if (addresses.Length == 0 || Array.Exists(addresses, address => BackendAddress.Parse(address) is null))
            {
                yield return new ValidationResult(
                    $"--{backend} must be an address like http://127.0.0.1:5111 or dns+http://{backend}:5111, or several with "
                    + $"commas, not \"{string.Join(',', addresses)}\".");
            }
            else if (addresses.Distinct(StringComparer.OrdinalIgnoreCase).Count() < addresses.Length)
            {
                yield return new ValidationResult($"--{backend} names an address twice: {string.Join(',', addresses)}.");
            }
        }
    }

    private static string[] Split(string text) =>
        text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static ServiceFlag Flag(string name, string property, string address) =>
        new(
            name,
            $"{Section}:{property}",
            $"Addresses of the {name[2..]} service (HTTP/2), with commas; dns+http resolves a name periodically.",
            address);
}

[OptionsValidator]
internal sealed partial class BackendOptionsValidator : IValidateOptions<BackendOptions>;
