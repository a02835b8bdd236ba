using System.Globalization;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>Reports the port that another program uses, and the flag that changes the port.</summary>
internal static class PortInUse
{
    /// <param name="bindError">
    /// Kestrel's message; only it contains the address: "... http://127.0.0.1:5110: address already in use."
    /// </param>
    /// <param name="listening">The configured ports.</param>
    public static string Describe(string bindError, ListeningOptions listening)
    {
        var (port, flag) = listening switch
        {
            { Http2Port: { } http2Port } when Names(bindError, http2Port) => (http2Port, "--http2-port"),
            { AdminPort: { } adminPort } when Names(bindError, adminPort) => (adminPort, "--admin-port"),
            _ => (listening.HttpPort, "--http-port"),
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Port {port} is in use. Stop the program that uses it or choose another with {flag}.");
    }

    private static bool Names(string bindError, int port) =>
        bindError.Contains(string.Create(CultureInfo.InvariantCulture, $":{port}:"), StringComparison.Ordinal);
}
