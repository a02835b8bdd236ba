using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>The engine as the labs use it: its closed loop with all its records, its client with its time-out.</summary>
internal static class EngineLoad
{
    public static async Task<Cost> RunAsync(
        Protocol protocol, Uri address, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(Options(protocol), TimeProvider.System);
        var request = PreparedRequest.Get(address);
        var profile = new ClosedLoopProfile(
            [new LoadStep(Plan.Users, duration)], ThinkTime.None, Plan.WarmUp, Plan.Users, SimulatedRoundTrip.None, Plan.Seed);
        var result = await new LoadRunner(TimeProvider.System).RunAsync(
            profile, (_, cutOff) => client.SendAsync(request, cutOff), new RunMonitor(), cancellationToken);
        var processor = TimeSpan.FromSeconds(result.Generator.CpuSeconds);
        return new Cost(result.Completed, result.Failed, result.Elapsed, processor);
    }

    private static HttpLoadOptions Options(Protocol protocol) => protocol == Protocol.Http2
        ? new HttpLoadOptions { Protocol = HttpProtocol.Http2, Connections = 1, StreamsPerConnection = Plan.Users }
        : new HttpLoadOptions { Connections = Plan.Users };
}
