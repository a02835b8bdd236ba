using System.ComponentModel.DataAnnotations;
using System.Net;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>Where the service listens.</summary>
internal sealed class ListeningOptions : IValidatableObject
{
    public const string Section = "Listening";
    public const string HttpPortKey = $"{Section}:{nameof(HttpPort)}";
    public const string Http2PortKey = $"{Section}:{nameof(Http2Port)}";
    public const string HostKey = $"{Section}:{nameof(Host)}";
    public const string DefaultHost = "127.0.0.1";

    public int HttpPort { get; set; }

    /// <summary>The port for HTTP/2 without TLS; null when the service has none.</summary>
    public int? Http2Port { get; set; }

    public string Host { get; set; } = DefaultHost;

    // Not attributes: the generated validator leaves their messages out, and these must name the flag.
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (!IsPort(HttpPort))
        {
            yield return new ValidationResult($"--http-port must be a port from 0 to {IPEndPoint.MaxPort}, not {HttpPort}.");
        }

        if (Http2Port is { } http2Port && !IsPort(http2Port))
        {
            yield return new ValidationResult($"--http2-port must be a port from 0 to {IPEndPoint.MaxPort}, not {http2Port}.");
        }

        if (HttpPort != 0 && HttpPort == Http2Port)
        {
            yield return new ValidationResult($"--http-port and --http2-port must differ; both are {HttpPort}.");
        }

        if (!IPAddress.TryParse(Host, out _))
        {
            yield return new ValidationResult($"--host must be an IP address, such as 127.0.0.1 or 0.0.0.0, not \"{Host}\".");
        }
    }

    private static bool IsPort(int port) => port is >= 0 and <= IPEndPoint.MaxPort;
}
