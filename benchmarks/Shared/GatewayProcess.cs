namespace DroneDelivery.Shared.Benchmarks;

/// <summary>The gateway that was built with a benchmark, before one backend, as a process of its own on a free port.</summary>
public static class GatewayProcess
{
    /// <summary>The header that carries a caller's key.</summary>
    public const string KeyHeader = "X-Api-Key";

    /// <param name="backend">Stands for every service. It speaks HTTP/2 without TLS.</param>
    /// <param name="collector">Where spans are sent; empty for nowhere.</param>
    public static Task<ServerProcess> StartAsync(Uri backend, IEnumerable<string> flags, string collector = "")
    {
        var address = backend.GetLeftPart(UriPartial.Authority);
        return ServerProcess.StartAsync(
            ServerProcess.ProgramUnderTest,
            [
                "--delivery", address, "--package", address, "--drone-scheduler", address, .. flags,
                "--http-port", "0", "--stop-with-stdin", "true",
            ],
            new Dictionary<string, string> { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector });
    }
}
