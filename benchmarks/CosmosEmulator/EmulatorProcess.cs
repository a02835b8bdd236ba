using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The built emulator as a process of its own, on a port that the system chose, without latency.</summary>
internal static class EmulatorProcess
{
    public static Task<ServerProcess> StartAsync() =>
        ServerProcess.StartAsync(
            ServerProcess.ProgramUnderTest,
            ["--port", "0", "--stop-with-stdin", "true"],
            new Dictionary<string, string>(),
            addressAfter: "AccountEndpoint=");
}
