namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>One load to measure: its shape, its requests, and its description in the run folder.</summary>
/// <param name="Action">Creates the action of each user or arrival, from the client of the run.</param>
/// <param name="Manifest">Without what only the run knows, such as its start: <see cref="MeasuredRun"/> adds that.</param>
internal sealed record RunPlan(LoadProfile Profile, Func<HttpLoadClient, UserAction> Action, RunManifest Manifest)
{
    /// <summary>How the client of the run connects.</summary>
    public required HttpLoadOptions Client { get; init; }

    /// <summary>The seed for the sample of requests.</summary>
    public ulong Seed { get; init; }

    /// <summary>The state of the load.</summary>
    public LoadMonitor Load { get; init; } = new();

    /// <summary>The time for which the samples of processes are kept.</summary>
    public TimeSpan KeptProcessSamples { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Runs after the warm-up, before counters are reset.</summary>
    public Func<CancellationToken, Task> Prepare { get; init; } = _ => Task.CompletedTask;

    /// <summary>
    /// Runs next to the measured load until the token is cancelled. Its action ends the load early, which is not an interruption.
    /// </summary>
    public Func<Action, CancellationToken, Task> Watch { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>Called at the end of the load, for <see cref="RunManifest.StoppedBy"/>.</summary>
    public Func<string?> StoppedBy { get; init; } = () => null;

    /// <summary>Called at the end of the load: the thresholds and whether the run meets them.</summary>
    public Func<IReadOnlyList<ThresholdRecord>> Thresholds { get; init; } = () => [];

    /// <summary>Called at the end of the load, for <see cref="RunSamples.Attempts"/>.</summary>
    public Func<IReadOnlyList<Attempt>> Attempts { get; init; } = () => [];
}

/// <summary>A running system: the data that is read during the load, and the detection of failures.</summary>
/// <param name="Emulator">Null for a system without a database.</param>
/// <param name="Container">The container under study; empty without a database.</param>
/// <param name="FindProcesses">
/// Finds the processes at the time of the call, since one may be restarted during a run; none if the lab did not start the
/// system.
/// </param>
/// <param name="WaitForFailureAsync">Completes with a sentence when one of the processes fails.</param>
internal sealed record WatchedSystem(
    EmulatorAdmin? Emulator, string Container, Func<IReadOnlyList<(string Name, int ProcessId)>> FindProcesses,
    Func<CancellationToken, Task<string>> WaitForFailureAsync)
{
    /// <summary>Services of the lab send their spans twice a second, and their metrics once.</summary>
    public static readonly TimeSpan LabTelemetryDelay = TimeSpan.FromSeconds(1.25);

    /// <summary>For a system whose failures the lab does not see.</summary>
    public static Task<string> NeverFailsAsync(CancellationToken cancellationToken) =>
        new TaskCompletionSource<string>().Task.WaitAsync(cancellationToken);

    /// <summary>The route of the call whose latency and database calls the run folder has; null for none.</summary>
    public string? CallUnderStudy { get; init; }

    /// <summary>The known properties of the documents in the container.</summary>
    public IReadOnlyList<PropertyRecord> Properties { get; init; } = [];

    /// <summary>Counts the calls to a database without counters, in the services' metrics; null if it has counters.</summary>
    public Func<IReadOnlyList<MetricSample>, CosmosRecord>? CountCosmos { get; init; }

    /// <summary>The receiver of the telemetry of the services; null if they send none.</summary>
    public OtlpReceiver? Telemetry { get; init; }

    /// <summary>How long a run waits after its load for the last exports of the services.</summary>
    public TimeSpan TelemetryDelay { get; init; } = LabTelemetryDelay;

    /// <summary>Whether the lab started the system, so that all other processes of the machine are foreign to the run.</summary>
    public bool IsOwn { get; init; } = FindProcesses().Count > 0;
}
