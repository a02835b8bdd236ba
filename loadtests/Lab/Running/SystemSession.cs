using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Seeding;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// A seeded system and the stores that its telemetry goes to, from start to stop. The services are brought to one scenario after
/// another.
/// </summary>
internal sealed class SystemSession : IAsyncDisposable
{
    private readonly SimulationProfile _profile;
    private readonly OtlpReceiver _receiver;

    private SystemSession(
        SimulationProfile profile,
        MachineInfo machine,
        Telemetry telemetry,
        OtlpReceiver receiver,
        DroneSystem system,
        World world)
    {
        _profile = profile;
        Machine = machine;
        _receiver = receiver;
        (Spans, Metrics) = telemetry;
        System = system;
        World = world;
    }

    /// <summary>As it was found before anything was started.</summary>
    public MachineInfo Machine { get; }

    public DroneSystem System { get; }

    public World World { get; }

    public SpanStore Spans { get; }

    public MetricStore Metrics { get; }

    /// <summary>What the services have sent since the session started.</summary>
    public ReceiverCounts Received => _receiver.Counts;

    /// <summary>Starts the emulator with the profile's latency and seeds it; services are not started yet.</summary>
    /// <param name="logFolder">An existing folder for the logs of the processes.</param>
    /// <param name="say">Told what is being done, a line at a time.</param>
    /// <exception cref="LabException">The emulator does not start or cannot be seeded; nothing is left running.</exception>
    public static async Task<SystemSession> StartAsync(
        SimulationProfile profile, string logFolder, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        var machine = await RunManifestBuilder.ExamineMachineAsync(time, cancellationToken);
        var telemetry = new Telemetry(new SpanStore((ulong)profile.Seed, time), new MetricStore());
        var receiver = await OtlpReceiver.StartAsync(telemetry.Spans, telemetry.Metrics, cancellationToken);
        try
        {
            say("Starting the Cosmos DB emulator");
            var system = await DroneSystem.StartEmulatorAsync(profile, receiver.Endpoint, logFolder, time, cancellationToken);
            var world = new World();
            await SeedAsync(system, world, say, time, cancellationToken);
            return new SystemSession(profile, machine, telemetry, receiver, system, world);
        }
        catch
        {
            await receiver.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// Brings emulator and services to what the scenario asks for, its fault included; what an earlier scenario broke is whole
    /// again.
    /// </summary>
    /// <exception cref="LabException">A service does not start, or the emulator does not take its settings.</exception>
    public async Task UseAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        await System.Emulator.ChangeSettingsAsync(EmulatorSettings.For(_profile, scenario.Fault), cancellationToken);
        await System.StartServicesAsync(scenario, cancellationToken);
    }

    /// <summary>The processes first: they send their last spans to the receiver.</summary>
    public async ValueTask DisposeAsync()
    {
        await System.DisposeAsync();
        await _receiver.DisposeAsync();
    }

    private static async Task SeedAsync(
        DroneSystem system, World world, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            await EmulatorSeeder.SeedAsync(system.Emulator, world, say, time, cancellationToken);
        }
        catch
        {
            await system.DisposeAsync();
            throw;
        }
    }

    private sealed record Telemetry(SpanStore Spans, MetricStore Metrics);
}
