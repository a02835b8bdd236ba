using DroneDelivery.ServiceDefaults.Faults;
using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.Stopping;
using DroneDelivery.ServiceDefaults.Telemetry;

namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>The flags that every service understands, and those of one service together with them.</summary>
internal static class CommonFlags
{
    public static IReadOnlyList<ServiceFlag> Of(ServiceIdentity identity)
    {
        List<ServiceFlag> flags =
        [
            new("--http-port", ListeningOptions.HttpPortKey, "Port for HTTP/1.1; 0: any free.", $"{identity.DefaultHttpPort}"),
        ];
        if (identity.DefaultHttp2Port is { } http2Port)
        {
            flags.Add(new(
                "--http2-port", ListeningOptions.Http2PortKey, "Port for HTTP/2 without TLS; 0: any free.", $"{http2Port}"));
        }

        flags.Add(new("--host", ListeningOptions.HostKey, "IP address to listen on.", ListeningOptions.DefaultHost));
        flags.Add(new(
            "--stop-with-stdin",
            StoppingExtensions.StopWithStandardInputKey,
            "Stop when standard input ends: true or false.",
            "false"));
        return [.. flags, .. TelemetryOptions.Flags, .. FaultOptions.Flags, .. identity.Flags];
    }
}
