using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>A seeded system and the stores for its telemetry, from start to stop.</summary>
internal sealed class SystemSession : IAsyncDisposable
{
    private readonly SeededSystem _seeded;
    private readonly OtlpReceiver _receiver;

    private SystemSession(MachineInfo machine, OtlpReceiver receiver, SeededSystem seeded) =>
        (Machine, _receiver, _seeded) = (machine, receiver, seeded);

    /// <summary>The machine as checked before any process was started.</summary>
    public MachineInfo Machine { get; }

    public DroneSystem System => _seeded.System;

    public World World => _seeded.World;

    public SpanStore Spans => _receiver.Spans;

    public MetricStore Metrics => _receiver.Metrics;

    /// <summary>The system as a run measures it. After a restart of services, a new one is needed.</summary>
    public WatchedSystem Watched(TuningScenario scenario) => _seeded.Watched(scenario) with
    {
        Telemetry = _receiver,
    };

    /// <inheritdoc cref="SeededSystem.StartAsync"/>
    public static async Task<SystemSession> StartAsync(
        SimulationProfile profile, string logFolder, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        var machine = RunManifestBuilder.ExamineMachine(time);
        var spans = new SpanStore((ulong)profile.Seed, new SpanStoreLimits(), time);
        var receiver = await OtlpReceiver.StartAsync(spans, new MetricStore(), cancellationToken);
        try
        {
            var seeded = await SeededSystem.StartAsync(profile, receiver.Endpoint, logFolder, say, time, cancellationToken);
            return new SystemSession(machine, receiver, seeded);
        }
        catch
        {
            await receiver.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc cref="SeededSystem.UseAsync"/>
    public Task UseAsync(TuningScenario scenario, CancellationToken cancellationToken) =>
        _seeded.UseAsync(scenario, cancellationToken);

    /// <summary>Stops the processes first, since they send their last spans to the receiver.</summary>
    public async ValueTask DisposeAsync()
    {
        await _seeded.DisposeAsync();
        await _receiver.DisposeAsync();
    }
}
