using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>One load to measure: its shape, its requests, and what the run folder says of it.</summary>
/// <param name="Name">Of the scenario.</param>
/// <param name="Action">What each user or arrival does, with the client that is made for the run.</param>
/// <param name="Manifest">What was run, where and how, once it is measured.</param>
internal sealed record RunPlan(
    string Name,
    LoadProfile Profile,
    Func<HttpLoadClient, UserAction> Action,
    Func<LoadMeasurement, RunManifest> Manifest)
{
    /// <summary>Connections that the client may have open.</summary>
    public required int Connections { get; init; }

    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>For ties between samples of requests.</summary>
    public ulong Seed { get; init; }

    /// <summary>Route of the call whose latency in its own service the run folder keeps; null for none.</summary>
    public string? CallUnderStudy { get; init; }

    /// <summary>Runs after the warm-up, before counters are reset.</summary>
    public Func<CancellationToken, Task> Prepare { get; init; } = _ => Task.CompletedTask;
}

/// <summary>A running system: what is read of it while load is measured, and how its failure is noticed.</summary>
/// <param name="Container">The container under study.</param>
/// <param name="WaitForFailureAsync">Completes with a sentence when one of the processes fails.</param>
internal sealed record WatchedSystem(
    EmulatorAdmin Emulator,
    string Container,
    IReadOnlyList<(string Name, int ProcessId)> Processes,
    Func<CancellationToken, Task<string>> WaitForFailureAsync)
{
    /// <summary>The properties of the container's documents, as far as the lab knows them.</summary>
    public IReadOnlyList<PropertyRecord> Properties { get; init; } = [];

    /// <summary>Where the services' telemetry goes; null where they send none.</summary>
    public ReceivedTelemetry? Telemetry { get; init; }
}

/// <summary>The stores of an OTLP receiver.</summary>
/// <param name="DroppedAtSource">Spans that exporters dropped before sending, as counted so far.</param>
internal sealed record ReceivedTelemetry(SpanStore Spans, MetricStore Metrics, Func<long> DroppedAtSource)
{
    /// <summary>What is sent from now on counts.</summary>
    public void Clear()
    {
        Spans.Clear(refuseEarlier: true);
        Metrics.Clear();
    }
}
