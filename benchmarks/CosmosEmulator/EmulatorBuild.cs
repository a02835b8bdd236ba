using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>One build of the emulator, which runs as a process of its own.</summary>
/// <param name="Name">The name in tables.</param>
/// <param name="Program">The path of the executable.</param>
internal sealed record EmulatorBuild(string Name, string Program)
{
    /// <summary>Starts it on a free port, without latency.</summary>
    public Task<ServerProcess> StartAsync() => ServerProcess.StartAsync(
        Program, ["--port", "0", "--stop-with-stdin", "true"], new Dictionary<string, string>(), addressAfter: "AccountEndpoint=");
}
