using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Seeding;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The system with its data, from start to stop. Its services are started for one scenario after another.</summary>
internal sealed class SeededSystem : IAsyncDisposable
{
    private readonly SimulationProfile _profile;
    private readonly Action<string> _say;
    private readonly TimeProvider _time;
    private int _partitions = TuningScenario.DefaultPartitions;

    private SeededSystem(SimulationProfile profile, DroneSystem system, World world, Action<string> say, TimeProvider time) =>
        (_profile, System, World, _say, _time) = (profile, system, world, say, time);

    public DroneSystem System { get; }

    public World World { get; }

    /// <summary>Starts the emulator with the profile's latency and seeds it; services are not started yet.</summary>
    /// <param name="telemetry">The address for spans and metrics; null for none, which takes no CPU from the system.</param>
    /// <param name="logFolder">An existing folder for the logs of the processes.</param>
    /// <param name="say">Called for each step, with one line.</param>
    /// <exception cref="LabException">The emulator does not start or cannot be seeded; nothing is left running.</exception>
    public static async Task<SeededSystem> StartAsync(
        SimulationProfile profile, Uri? telemetry, string logFolder, Action<string> say, TimeProvider time,
        CancellationToken cancellationToken)
    {
        say("Starting the Cosmos DB emulator");
        var system = await DroneSystem.StartEmulatorAsync(profile, telemetry, logFolder, time, cancellationToken);
        var seeded = new SeededSystem(profile, system, new World(), say, time);
        try
        {
            await EmulatorSeeder.SeedAsync(seeded.System.Emulator, seeded.World, say, time, cancellationToken);
            return seeded;
        }
        catch
        {
            await seeded.DisposeAsync();
            throw;
        }
    }

    /// <summary>Applies the scenario and its fault to emulator and services. Earlier faults are removed.</summary>
    /// <exception cref="LabException">A service does not start, or the emulator refuses its settings.</exception>
    public async Task UseAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        if (scenario.Partitions != _partitions)
        {
            // Until the seeding is complete, the number of partitions of the containers is unknown.
            _partitions = 0;
            await EmulatorSeeder.SeedAsync(System.Emulator, World, scenario.Partitions, _say, _time, cancellationToken);
            _partitions = scenario.Partitions;
        }

        // Services read their containers when they start, which takes as many round trips as there are partitions.
        var settings = EmulatorSettings.For(_profile, scenario.Fault);
        await System.Emulator.ChangeSettingsAsync(settings with { Latency = EmulatorLatency.None }, cancellationToken);
        await System.StartServicesAsync(scenario, cancellationToken);
        await System.Emulator.ChangeSettingsAsync(settings, cancellationToken);
    }

    /// <summary>The system as a run measures it. After a restart of services, a new one is needed.</summary>
    public WatchedSystem Watched(TuningScenario scenario) => new(
        System.Emulator, DroneContainers.For(scenario.PartitionKey), System.Processes, System.WaitForFailureAsync)
    {
        Properties = DroneContainers.PropertiesOf(World),
    };

    public ValueTask DisposeAsync() => System.DisposeAsync();
}
