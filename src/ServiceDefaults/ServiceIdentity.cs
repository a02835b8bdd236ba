using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Identifies a service: its name in traces, its title for people, its ports, and the flags it adds to the common ones.
/// </summary>
public sealed record ServiceIdentity(string Name, string Title, int DefaultHttpPort, int? DefaultHttp2Port = null)
{
    /// <summary>
    /// The port for operators: metrics, administration and the details of readiness. Null for a service that serves them on its
    /// HTTP port.
    /// </summary>
    public int? DefaultAdminPort { get; init; }

    /// <summary>The service's own command-line flags, shown by <c>--help</c> after the common ones.</summary>
    public IReadOnlyList<ServiceFlag> Flags { get; init; } = [];

    /// <summary>The program's commands other than serving, shown by <c>--help</c> after the flags.</summary>
    public IReadOnlyList<ServiceCommand> Commands { get; init; } = [];

    /// <summary>The names of the service's own meters, exported in addition to the common ones.</summary>
    public IReadOnlyList<string> Meters { get; init; } = [];

    /// <summary>
    /// Instruments of the common meters that are too expensive per request: collected only if metrics are sent by OTLP. Names,
    /// with <c>*</c> as in OpenTelemetry's views.
    /// </summary>
    public IReadOnlyList<string> CostlyInstruments { get; init; } = [];
}
