using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Where the services behind the gateway are: addresses of ports that speak HTTP/2 without TLS.</summary>
internal sealed class BackendOptions : IValidatableObject
{
    public const string Section = "Backends";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        Flag("--delivery", nameof(Delivery), "http://127.0.0.1:5111"),
        Flag("--package", nameof(Package), "http://127.0.0.1:5121"),
        Flag("--drone-scheduler", nameof(DroneScheduler), "http://127.0.0.1:5131"),
    ];

    public string Delivery { get; set; } = "http://127.0.0.1:5111";

    public string Package { get; set; } = "http://127.0.0.1:5121";

    public string DroneScheduler { get; set; } = "http://127.0.0.1:5131";

    public IEnumerable<KeyValuePair<string, string>> Addresses =>
    [
        new(BackendNames.Delivery, Delivery),
        new(BackendNames.Package, Package),
        new(BackendNames.DroneScheduler, DroneScheduler),
    ];

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        from backend in Addresses
        where !IsHttpAddress(backend.Value)
        select new ValidationResult($"--{backend.Key} must be an address like http://127.0.0.1:5111, not \"{backend.Value}\".");

    private static bool IsHttpAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
        && address.AbsolutePath == "/";

    private static ServiceFlag Flag(string name, string property, string address) =>
        new(name, $"{Section}:{property}", $"Address of the {name[2..]} service (HTTP/2).", address);
}

[OptionsValidator]
internal sealed partial class BackendOptionsValidator : IValidateOptions<BackendOptions>;
