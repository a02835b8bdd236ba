namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>A system and the stores for its telemetry, from start to stop.</summary>
/// <param name="machine">As checked before any process was started.</param>
internal sealed class SystemSession(MachineInfo machine, OtlpReceiver receiver, DroneSystem system) : IAsyncDisposable
{
    public MachineInfo Machine => machine;

    public DroneSystem System => system;

    public SpanStore Spans => receiver.Spans;

    public MetricStore Metrics => receiver.Metrics;

    /// <inheritdoc cref="DroneSystem.Watched"/>
    public WatchedSystem Watched(TuningScenario scenario) => system.Watched(scenario) with { Telemetry = receiver };

    /// <inheritdoc cref="DroneSystem.StartAsync"/>
    public static async Task<SystemSession> StartAsync(
        SimulationProfile profile, string logFolder, Action<string> say, TimeProvider time, CancellationToken cancellationToken,
        AccountSession? account = null)
    {
        var machine = RunManifestBuilder.ExamineMachine(time);
        var receiver = await OtlpReceiver.StartAsync((ulong)profile.Seed, time, cancellationToken);
        return await receiver.DisposeOnFailureAsync(async () => new SystemSession(
            machine,
            receiver,
            await DroneSystem.StartAsync(profile, receiver.Endpoint, logFolder, say, time, cancellationToken, account)));
    }

    /// <summary>Stops the processes first, since they send their last spans to the receiver.</summary>
    public async ValueTask DisposeAsync()
    {
        await system.DisposeAsync();
        await receiver.DisposeAsync();
    }
}
