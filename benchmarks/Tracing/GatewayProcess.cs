using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>The built gateway as a process of its own, on a port that the system chose.</summary>
internal static class GatewayProcess
{
    public static Task<ServerProcess> StartAsync(TraceMode mode, StubWorld world)
    {
        string[] backends =
            ["--delivery", world.Backends, "--package", world.Backends, "--drone-scheduler", world.Backends];
        return ServerProcess.StartAsync(
            ServerProcess.ProgramUnderTest,
            [.. backends, .. mode.Flags, "--http-port", "0", "--stop-with-stdin", "true"],
            new Dictionary<string, string>
            {
                ["OTEL_EXPORTER_OTLP_ENDPOINT"] = mode.Ratio is null ? "" : world.CollectorFor(mode),
            });
    }
}
