using DroneDelivery.ServiceDefaults.CommandLine;

namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Who a service is: its name in traces, its title for people, its ports, and the flags it adds to the common ones.
/// </summary>
public sealed record ServiceIdentity(string Name, string Title, int DefaultHttpPort, int? DefaultHttp2Port = null)
{
    /// <summary>The service's own command-line flags, shown by <c>--help</c> after the common ones.</summary>
    public IReadOnlyList<ServiceFlag> Flags { get; init; } = [];

    /// <summary>What the program does besides serving, shown by <c>--help</c> after the flags.</summary>
    public IReadOnlyList<ServiceCommand> Commands { get; init; } = [];

    /// <summary>The names of the service's own meters, exported besides the common ones.</summary>
    public IReadOnlyList<string> Meters { get; init; } = [];

    /// <summary>
    /// Instruments of the common meters that cost each request more than they tell, as patterns: collected only for OTLP.
    /// </summary>
    public IReadOnlyList<string> CostlyInstruments { get; init; } = [];
}
