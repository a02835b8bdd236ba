using Microsoft.Azure.Cosmos;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// The system under test, from start to stop: the emulator with its data, and the four services, as separate processes. Each
/// scenario has its own flags and its own number of Deliveries; a service whose flags differ is restarted.
/// </summary>
internal sealed class DroneSystem : IAsyncDisposable
{
    private readonly SimulationProfile _profile;
    private readonly ServiceGroup _programs;
    private readonly string _gatewaySettings;
    private readonly Action<string> _say;
    private readonly TimeProvider _time;
    private readonly AccountSession? _account;
    private int _partitions;

    private DroneSystem(
        SimulationProfile profile, ServiceGroup programs, string logFolder, Action<string> say, TimeProvider time,
        AccountSession? account)
    {
        (_profile, _programs, _say, _time, _account) = (profile, programs, say, time, account);
        _gatewaySettings = Path.GetFullPath("gateway-settings.json", logFolder);
        Emulator = new EmulatorAdmin(Addresses.EmulatorUri);
    }

    public SystemAddresses Addresses { get; private set; } = SystemAddresses.Choose();

    public EmulatorAdmin Emulator { get; }

    public World World { get; } = new();

    /// <summary>Whether services that are started from now on warm up before they are ready.</summary>
    public bool WarmsServicesUp { get; set; }

    public IReadOnlyList<(string Name, int ProcessId)> Processes => _programs.Processes;

    /// <summary>Starts the emulator with the profile's latency; <see cref="UseAsync"/> seeds it and starts services.</summary>
    /// <param name="telemetry">The address for spans and metrics; null for none, which takes no CPU from the system.</param>
    /// <param name="logFolder">An existing folder for the logs of the processes.</param>
    /// <param name="say">Called for each step, with one line.</param>
    /// <param name="account">An account that is filled, in place of the emulator; null for the emulator.</param>
    /// <exception cref="LabException">The emulator does not start; nothing is left running.</exception>
    public static async Task<DroneSystem> StartAsync(
        SimulationProfile profile, Uri? telemetry, string logFolder, Action<string> say, TimeProvider time,
        CancellationToken cancellationToken, AccountSession? account = null)
    {
        var programs = new ServiceGroup(telemetry, logFolder, time);
        var system = new DroneSystem(profile, programs, logFolder, say, time, account);
        if (account is not null)
        {
            return system;
        }

        say("Starting the Cosmos DB emulator");
        return await system.DisposeOnFailureAsync(async () =>
        {
            var emulator = new ServiceStart(BuiltService.Emulator, system.EmulatorFlags(), system.Emulator.Health);
            await system._programs.StartAsync([emulator], cancellationToken);
            return system;
        });
    }

    /// <summary>
    /// Applies the scenario and its fault to emulator and services. Earlier faults are removed. Seeds the emulator the first time
    /// and for another number of partitions.
    /// </summary>
    /// <exception cref="LabException">A service does not start, or the emulator refuses data or settings.</exception>
    public async Task UseAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        if (_account is not null)
        {
            var container = DroneContainers.For(scenario.PartitionKey);
            await _account.SetThroughputAsync(container, scenario.Throughput, cancellationToken);
            await StartServicesAsync(scenario, cancellationToken);
            return;
        }

        if (scenario.Partitions != _partitions)
        {
            await SeedAsync(scenario.Partitions, cancellationToken);
        }

        // Services read their containers when they start, which takes as many round trips as there are partitions.
        var settings = SettingsFor(_profile, scenario.Fault);
        await Emulator.ChangeSettingsAsync(settings with { Latency = EmulatorLatency.None }, cancellationToken);
        await StartServicesAsync(scenario, cancellationToken);
        await Emulator.ChangeSettingsAsync(settings, cancellationToken);
    }

    /// <summary>
    /// Changes the services to the flags of the scenario while they serve requests. New backends start next to the ones that they
    /// replace, and the gateway switches to them. A gateway whose flags differ is restarted, and requests fail meanwhile.
    /// </summary>
    /// <exception cref="LabException">A service does not start, or the gateway does not switch.</exception>
    public async Task ReplaceServicesAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        var current = Addresses.WithDeliveries(scenario.Deliveries);
        var changed = FindChanged(scenario, current).ConvertAll(start => start.Service);
        if (changed.Contains(BuiltService.Gateway))
        {
            await StartServicesAsync(scenario, cancellationToken);
            return;
        }

        var addresses = current.WithNewPorts(changed);
        var starts = StartsFor(scenario, addresses).Where(start => changed.Contains(start.Service)).ToList();
        await _programs.ReplaceAsync(starts, token => SwitchAsync(addresses, token), cancellationToken);
        Addresses = addresses;
    }

    /// <summary>The names of the services that <see cref="ReplaceServicesAsync"/> restarts.</summary>
    public IEnumerable<string> ReplacedBy(TuningScenario scenario) =>
        FindChanged(scenario, Addresses.WithDeliveries(scenario.Deliveries)).Select(start => start.Service.Project).Distinct();

    /// <summary>Makes the gateway use only the first of the running Deliveries; the others get no requests.</summary>
    /// <exception cref="LabException">The gateway does not switch.</exception>
    public Task BalanceAsync(int deliveries, CancellationToken cancellationToken) =>
        SwitchAsync(Addresses.WithDeliveries(deliveries), cancellationToken);

    /// <summary>Kills one of the Deliveries at once (SIGKILL), which is no failure of the system.</summary>
    /// <param name="number">From 1 to the scenario's number of Deliveries.</param>
    public Task KillDeliveryAsync(int number) => _programs.KillAsync(DeliveryAt(number, Addresses));

    /// <summary>Starts a Delivery that was killed again, with the same flags and ports, and waits until it is ready.</summary>
    /// <exception cref="LabException">It does not start.</exception>
    public Task RestartDeliveryAsync(int number, CancellationToken cancellationToken) =>
        _programs.RestartAsync(DeliveryAt(number, Addresses), cancellationToken);

    /// <summary>Changes the RU/s of the emulator's container with this partition key. No service restarts.</summary>
    /// <exception cref="LabException">The emulator refuses them.</exception>
    public async Task SetThroughputAsync(string partitionKey, int throughput, CancellationToken cancellationToken)
    {
        using var cosmos = new AccountConnection(Addresses.CosmosConnectionString, Identity: false).CreateClient();
        var container = cosmos.GetContainer(DroneContainers.Database, DroneContainers.For(partitionKey));
        try
        {
            await container.ReplaceThroughputAsync(throughput, cancellationToken: cancellationToken);
        }
        catch (CosmosException exception)
        {
            throw new LabException($"The emulator did not take {Count(throughput)} RU/s: {exception.Message}", exception);
        }
    }

    /// <summary>The latency of the profile, and the part of the fault that is in the database.</summary>
    internal static EmulatorSettings SettingsFor(SimulationProfile profile, PlantedFault? fault = null) => new(
        new EmulatorLatency(profile.CosmosCall.MeanMs, profile.CosmosCall.CoefficientOfVariation, profile.Seed),
        new EmulatorFaults(fault?.SlowPartition is { } slow
            ? new Dictionary<string, double> { [slow.Id] = slow.LatencyFactor }
            : []));

    /// <summary>Stops the gateway if it runs. The next use of a scenario starts it again.</summary>
    public Task StopGatewayAsync() => _programs.StopAsync(BuiltService.Gateway);

    /// <summary>The system as a run measures it. After a restart of services, a new one is needed.</summary>
    public WatchedSystem Watched(TuningScenario scenario) => new(
        _account is null ? Emulator : null, DroneContainers.For(scenario.PartitionKey), () => Processes, WaitForFailureAsync)
    {
        CallUnderStudy = TuningLab.CallUnderStudy,
        CountCosmos = _account is null ? null : metrics => CosmosMetrics.Count(
            metrics,
            CosmosRecord.None with
            {
                Container = DroneContainers.For(scenario.PartitionKey),
                PartitionKeyPath = $"/{scenario.PartitionKey}",
                ProvisionedRequestUnitsPerSecond = scenario.Throughput,
                Account = _account.Name,
                IsCounted = _account.IsCounted,
            },
            scenario.Partitions),
        // Of an account the metrics are all there is: a late export of the last second must not be missed.
        TelemetryDelay = (_account is null ? 1 : 3) * WatchedSystem.LabTelemetryDelay,
        Properties =
        [
            new("deliveryId", World.CountDeliveries()),
            new("ownerId", World.Owners),
            new("year", Enumerable.Range(0, World.Months).Select(month => World.FirstMonth.Plus(month).Year).Distinct().Count()),
            new("month", Math.Min(World.Months, 12)),
        ],
    };

    /// <inheritdoc cref="ServiceGroup.WaitForFailureAsync"/>
    public Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        _programs.WaitForFailureAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _programs.DisposeAsync();
        Emulator.Dispose();
    }

    /// <summary>Starts services whose flags differ from the current ones. Those that run are stopped first.</summary>
    private async Task StartServicesAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        var before = Addresses.Deliveries.Count;
        Addresses = Addresses.WithDeliveries(scenario.Deliveries);
        await File.WriteAllTextAsync(_gatewaySettings, Addresses.GatewaySettings, cancellationToken);
        await _programs.StartAsync(FindChanged(scenario, Addresses), cancellationToken);
        if (before != scenario.Deliveries)
        {
            // A gateway that kept running reads its settings again.
            await _programs.WaitUntilReadyAsync(
                BuiltService.Gateway, Addresses.GatewayReadiness, Addresses.ExpectedReadiness, cancellationToken);
        }
    }

    /// <summary>All Deliveries, the other services only if their flags differ from the current ones.</summary>
    private List<ServiceStart> FindChanged(TuningScenario scenario, SystemAddresses addresses) =>
    [
        .. StartsFor(scenario, addresses)
            .Where(start => start.Service.Project == BuiltService.Delivery.Project || !_programs.Runs(start)),
    ];

    private async Task SwitchAsync(SystemAddresses addresses, CancellationToken cancellationToken)
    {
        try
        {
            await File.WriteAllTextAsync(_gatewaySettings, addresses.GatewaySettings, cancellationToken);
            await _programs.WaitUntilReadyAsync(
                BuiltService.Gateway, addresses.GatewayReadiness, addresses.ExpectedReadiness, cancellationToken);
        }
        catch
        {
            await File.WriteAllTextAsync(_gatewaySettings, Addresses.GatewaySettings, CancellationToken.None);
            throw;
        }
    }

    private async Task SeedAsync(int partitions, CancellationToken cancellationToken)
    {
        // Until the seeding is complete, the number of partitions of the containers is unknown.
        _partitions = 0;
        await EmulatorSeeder.SeedAsync(Emulator, World, partitions, _say, _time, cancellationToken);
        _partitions = partitions;
    }

    private string[] EmulatorFlags() =>
    [
        "--port", $"{Addresses.Emulator}",
        "--partitions", $"{TuningScenario.DefaultPartitions}",
        "--latency-mean-ms", $"{_profile.CosmosCall.MeanMs}",
        "--latency-cv", $"{_profile.CosmosCall.CoefficientOfVariation}",
        "--seed", $"{_profile.Seed}",
    ];

    private string[] GatewayFlags(TuningScenario scenario) =>
    [
        "--http-port", $"{Addresses.Gateway}",
        "--admin-port", $"{Addresses.GatewayAdmin}",
        "--settings", _gatewaySettings,
        .. FlagsOf(scenario.GatewayFlags),
    ];

    private ServiceStart DeliveryStart(TuningScenario scenario, BuiltService service, ServicePorts ports) => _account is null
        ? ports.StartOf(service, ["--cosmos", Addresses.CosmosConnectionString, .. FlagsOf(scenario.DeliveryFlags)]) with
        { Environment = scenario.DeliveryEnvironment }
        // The lab has set the throughput: an identity cannot.
        : ports.StartOf(service, FlagsOf(scenario.DeliveryFlags.Where(flag => flag.Key != "--throughput"))) with
        { Environment = _account.Environment };

    private static BuiltService DeliveryAt(int number, SystemAddresses addresses) =>
        BuiltService.Delivery with { Number = addresses.Deliveries.Count > 1 ? number : null };

    private IEnumerable<ServiceStart> StartsFor(TuningScenario scenario, SystemAddresses addresses)
    {
        IEnumerable<ServiceStart> starts =
        [
            .. addresses.Deliveries.Select((ports, index) => DeliveryStart(scenario, DeliveryAt(index + 1, addresses), ports)),
            addresses.Package.StartOf(BuiltService.Package),
            addresses.DroneScheduler.StartOf(BuiltService.DroneScheduler),
            new(BuiltService.Gateway, GatewayFlags(scenario), Addresses.GatewayReadiness),
        ];
        return starts.Select(start => start with
        {
            Flags =
            [
                .. start.Flags,
                .. WarmsServicesUp ? FlagsOf([ServiceProcess.WarmUpFlag]) : [],
                .. FlagsOf(scenario.FaultFlagsOf(start.Service.Name)),
            ],
        });
    }

    private static IEnumerable<string> FlagsOf(IEnumerable<KeyValuePair<string, string>> flags) =>
        flags.SelectMany(flag => new[] { flag.Key, flag.Value });
}
