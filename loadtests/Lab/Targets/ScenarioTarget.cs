using DroneDelivery.LoadTests.Scenarios.Journeys;

namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>
/// The whole system. Clients on the same machine request invoices at the gateway, without a simulated round trip. Of the faults
/// of the scenario, the load has the hot owner.
/// </summary>
/// <param name="telemetry">Null if the services send none, so that telemetry takes no CPU from the system.</param>
internal sealed class ScenarioTarget(DroneSystem system, TuningScenario scenario, OtlpReceiver? telemetry = null) : LoadTarget
{
    private const double CallsOfSeveralPartitions = 1.5;

    private TuningScenario _scenario = scenario;
    private long _invoices;
    private long _failed;

    /// <summary>Whether the requests are for the call under study, at the first Delivery, without the gateway.</summary>
    public bool CallsDelivery { get; init; }

    /// <summary>Requests that succeeded since the scenario is in use.</summary>
    public long Succeeded => Volatile.Read(ref _invoices);

    public long Failed => Volatile.Read(ref _failed);

    public override string Name => $"invoices, {_scenario.Name}";

    public override Uri Address => CallsDelivery ? system.Addresses.Delivery.Http2Uri : system.Addresses.GatewayUri;

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => system.Processes;

    public override TargetInstances Instances => new(
        [.. system.Addresses.Deliveries.Select(delivery => delivery.Http2)],
        system.KillDeliveryAsync,
        system.RestartDeliveryAsync);

    public override WatchedSystem Watched => system.Watched(_scenario) with { Telemetry = telemetry };

    /// <param name="sendsTelemetry">Whether the services send their telemetry to the lab.</param>
    /// <exception cref="LabException">A program does not start; nothing is left running.</exception>
    public static async Task<ScenarioTarget> StartAsync(
        TuningScenario scenario, SimulationProfile profile, string logFolder, bool sendsTelemetry, Action<string> say,
        TimeProvider time, CancellationToken cancellationToken)
    {
        var receiver = sendsTelemetry ? await OtlpReceiver.StartAsync((ulong)profile.Seed, time, cancellationToken) : null;
        return await receiver.DisposeOnFailureAsync(async () =>
        {
            var system = await DroneSystem.StartAsync(profile, receiver?.Endpoint, logFolder, say, time, cancellationToken);
            return await system.DisposeOnFailureAsync(async () =>
            {
                say("Starting the services");
                var target = new ScenarioTarget(system, scenario, receiver);
                await target.UseAsync(scenario, cancellationToken);
                return target;
            });
        });
    }

    /// <summary>Switches to another scenario. Every Delivery is restarted, and other services if their flags differ.</summary>
    /// <exception cref="LabException">A program does not start.</exception>
    public async Task UseAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        await system.UseAsync(scenario, cancellationToken);
        await system.Emulator.ResetAsync(cancellationToken);
        (_scenario, _invoices, _failed) = (scenario, 0, 0);
    }

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant)
    {
        var journey = Journey(client);
        return async (iteration, cancellationToken) =>
        {
            var outcome = await journey.RequestAsync(iteration, cancellationToken);
            Interlocked.Increment(ref outcome.IsSuccess ? ref _invoices : ref _failed);
            return outcome;
        };
    }

    public override Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> AskBy(HttpLoadClient client) =>
        Journey(client).AskAsync;

    /// <inheritdoc cref="LimitByRequestUnits"/>
    public override async Task<SharedLimit?> FindSharedLimitAsync(CancellationToken cancellationToken)
    {
        var state = await system.Emulator.ReadStateAsync(0, cancellationToken);
        var used = state.Find(DroneContainers.For(_scenario.PartitionKey));
        return LimitByRequestUnits(used!, Succeeded);
    }

    /// <summary>
    /// The RU/s divided by the RU of one invoice; throttled attempts cost none. If an invoice reads one physical partition,
    /// the one with the most documents is the first without request units. Null if nothing was read.
    /// </summary>
    /// <param name="invoices">The invoices since the container's counters started.</param>
    internal static SharedLimit? LimitByRequestUnits(ContainerState container, long invoices)
    {
        if (container.RequestUnits <= 0 || invoices <= 0)
        {
            return null;
        }

        var (each, calls) = (container.RequestUnits / invoices, container.Calls.Data.GetValueOrDefault("200"));
        var fullest = container.Partitions.MaxBy(partition => partition.Documents)!;
        var share = fullest.Documents / (double)Math.Max(1, container.Documents);
        return calls < CallsOfSeveralPartitions * invoices && share > 0
            ? new SharedLimit(
                $"{fullest.BudgetPerSecond:0} RU/s of the physical partition with the most documents ({share * 100:0.#} %)",
                fullest.BudgetPerSecond / (each * share))
            : new SharedLimit($"{container.Throughput:#,0} RU/s", container.Throughput / each);
    }

    public override Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        system.WaitForFailureAsync(cancellationToken);

    /// <summary>Stops the processes first, since they send their last spans to the receiver.</summary>
    public override async ValueTask DisposeAsync()
    {
        await system.DisposeAsync();
        await (telemetry?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    private InvoiceJourney Journey(HttpLoadClient client) => new(
        client, Address, system.World, _scenario.Fault?.HotOwnerShare ?? 0)
    {
        CallsDelivery = CallsDelivery,
    };
}
