using DroneDelivery.LoadTests.Lab.Collection;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>One load to measure: its shape, its requests, and its description in the run folder.</summary>
/// <param name="Name">The name of the scenario.</param>
/// <param name="Action">Creates the action of each user or arrival, from the client of the run.</param>
/// <param name="Manifest">Creates the description of the run from the measurements.</param>
internal sealed record RunPlan(
    string Name,
    LoadProfile Profile,
    Func<HttpLoadClient, UserAction> Action,
    Func<LoadMeasurement, RunManifest> Manifest)
{
    /// <summary>The maximum number of open connections of the client.</summary>
    public required int Connections { get; init; }

    /// <summary>The seed for the sample of requests.</summary>
    public ulong Seed { get; init; }

    /// <summary>The route of the call whose latency in its service is written to the run folder; null for none.</summary>
    public string? CallUnderStudy { get; init; }

    /// <summary>Runs after the warm-up, before counters are reset.</summary>
    public Func<CancellationToken, Task> Prepare { get; init; } = _ => Task.CompletedTask;
}

/// <summary>A running system: the data that is read during the load, and the detection of failures.</summary>
/// <param name="Container">The container under study.</param>
/// <param name="WaitForFailureAsync">Completes with a sentence when one of the processes fails.</param>
internal sealed record WatchedSystem(
    EmulatorAdmin Emulator,
    string Container,
    IReadOnlyList<(string Name, int ProcessId)> Processes,
    Func<CancellationToken, Task<string>> WaitForFailureAsync)
{
    /// <summary>The known properties of the documents in the container.</summary>
    public IReadOnlyList<PropertyRecord> Properties { get; init; } = [];

    /// <summary>The receiver of the telemetry of the services; null if they send none.</summary>
    public OtlpReceiver? Telemetry { get; init; }
}
