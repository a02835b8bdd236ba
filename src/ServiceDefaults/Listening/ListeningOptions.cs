using System.ComponentModel.DataAnnotations;
using System.Net;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>The address and ports on which the service listens.</summary>
internal sealed class ListeningOptions : IValidatableObject
{
    public const string Section = "Listening";

    private const string DefaultHost = "127.0.0.1";

    public int HttpPort { get; set; }

    /// <summary>The port for HTTP/2 without TLS; null when the service has none.</summary>
    public int? Http2Port { get; set; }

    public string Host { get; set; } = DefaultHost;

    /// <summary>The port of <see cref="AdminPort"/>; null when the service has none.</summary>
    public int? AdminPort { get; set; }

    public string AdminHost { get; set; } = DefaultHost;

    /// <summary>There is no flag for a port that the service does not have.</summary>
    public static IReadOnlyList<ServiceFlag> FlagsFor(ServiceIdentity identity)
    {
        var (httpPort, http2Port) = (identity.DefaultHttpPort, identity.DefaultHttp2Port);
        List<ServiceFlag> flags =
        [
            new("--http-port", $"{Section}:{nameof(HttpPort)}", "Port for HTTP/1.1; 0: any free.", $"{httpPort}"),
            new("--host", $"{Section}:{nameof(Host)}", "IP address to listen on.", DefaultHost),
        ];
        if (http2Port is not null)
        {
            flags.Insert(1, new(
                "--http2-port", $"{Section}:{nameof(Http2Port)}", "Port for HTTP/2 without TLS; 0: any free.", $"{http2Port}"));
        }

        if (identity.DefaultAdminPort is { } adminPort)
        {
            flags.Add(new(
                "--admin-port",
                $"{Section}:{nameof(AdminPort)}",
                "Port for /metrics, /admin and the details of /health/ready; 0: any free.",
                $"{adminPort}, or any free if --http-port is 0"));
            flags.Add(new("--admin-host", $"{Section}:{nameof(AdminHost)}", "IP address of the admin port.", DefaultHost));
        }

        return flags;
    }

    // The checks are not attributes: the generated validator drops their messages, which must contain the flag.
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidatePort("--http-port", HttpPort),
        .. ValidatePort("--http2-port", Http2Port ?? 0),
        .. ValidatePort("--admin-port", AdminPort ?? 0),
        .. ValidateAddresses(),
    ];

    private static ValidationResult[] ValidatePort(string flag, int port) => port is >= 0 and <= IPEndPoint.MaxPort
        ? []
        : [new($"{flag} must be a port from 0 to {IPEndPoint.MaxPort}, not {port}.")];

    private IEnumerable<ValidationResult> ValidateAddresses()
    {
        if (HttpPort != 0 && HttpPort == Http2Port)
        {
            yield return new ValidationResult($"--http-port and --http2-port must differ; both are {HttpPort}.");
        }

        if (HttpPort != 0 && HttpPort == AdminPort)
        {
            yield return new ValidationResult($"--http-port and --admin-port must differ; both are {HttpPort}.");
        }

        foreach (var (flag, host) in new[] { ("--host", Host), ("--admin-host", AdminHost) })
        {
            if (!IPAddress.TryParse(host, out _))
            {
                yield return new ValidationResult($"{flag} must be an IP address, such as 127.0.0.1 or 0.0.0.0, not \"{host}\".");
            }
        }
    }
}

[OptionsValidator]
internal sealed partial class ListeningOptionsValidator : IValidateOptions<ListeningOptions>;
