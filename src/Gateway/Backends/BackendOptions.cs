using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Where the services behind the gateway are: addresses of ports that speak HTTP/2 without TLS, several of one service with a
/// comma between them.
/// </summary>
internal sealed class BackendOptions : IValidatableObject
{
    public const string Section = "Backends";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        Flag("--delivery", nameof(Delivery), "http://127.0.0.1:5111"),
        Flag("--package", nameof(Package), "http://127.0.0.1:5121"),
        Flag("--drone-scheduler", nameof(DroneScheduler), "http://127.0.0.1:5131"),
        new("--backend-timeout", $"{Section}:{nameof(Timeout)}", "Time a backend may be silent: hh:mm:ss.", "00:00:30"),
        new("--health-interval", $"{Section}:{nameof(HealthInterval)}", "Time between looks at a backend; 0: never.", "00:00:01"),
    ];

    public string Delivery { get; set; } = "http://127.0.0.1:5111";

    public string Package { get; set; } = "http://127.0.0.1:5121";

    public string DroneScheduler { get; set; } = "http://127.0.0.1:5131";

    /// <summary>How long a request that is handed on may stand still: before its answer and within it.</summary>
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How often each address is asked whether it lives; zero where it is not.</summary>
    public TimeSpan HealthInterval { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Of each backend, by its name.</summary>
    public IEnumerable<KeyValuePair<string, string[]>> Addresses =>
    [
        new(BackendNames.Delivery, AddressesIn(Delivery)),
        new(BackendNames.Package, AddressesIn(Package)),
        new(BackendNames.DroneScheduler, AddressesIn(DroneScheduler)),
    ];

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        foreach (var (backend, addresses) in Addresses)
        {
            if (addresses.Length == 0 || Array.Find(addresses, address => !IsHttpAddress(address)) is not null)
            {
                yield return new ValidationResult(
                    $"--{backend} must be an address like http://127.0.0.1:5111, or several with commas, "
                    + $"not \"{string.Join(',', addresses)}\".");
            }
            else if (addresses.Distinct(StringComparer.OrdinalIgnoreCase).Count() < addresses.Length)
            {
                yield return new ValidationResult($"--{backend} names an address twice: {string.Join(',', addresses)}.");
            }
        }

        if (Timeout < TimeSpan.FromMilliseconds(10) || Timeout > TimeSpan.FromMinutes(10))
        {
            yield return new ValidationResult($"--backend-timeout must be from 00:00:00.010 to 00:10:00, not {Timeout}.");
        }

        if (HealthInterval < TimeSpan.Zero || HealthInterval > TimeSpan.FromMinutes(10))
        {
            yield return new ValidationResult(
                $"--health-interval must be from 00:00:00 (never) to 00:10:00, not {HealthInterval}.");
        }
    }

    private static string[] AddressesIn(string text) =>
        text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static bool IsHttpAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
        && address.AbsolutePath == "/";

    private static ServiceFlag Flag(string name, string property, string address) =>
        new(name, $"{Section}:{property}", $"Addresses of the {name[2..]} service (HTTP/2), with commas.", address);
}

[OptionsValidator]
internal sealed partial class BackendOptionsValidator : IValidateOptions<BackendOptions>;
