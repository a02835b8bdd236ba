namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The start parameters of a live system.</summary>
/// <param name="Port">The port of the page; 0 for any free port.</param>
/// <param name="RunsFolder">The folder in which a folder for the logs of the processes is created.</param>
internal sealed record LiveStart(TuningScenario Scenario, SimulationProfile Profile, int Users, int Port, string RunsFolder);

/// <summary>
/// A system whose flags can be changed while it runs, from start to stop: processes, load and page. One caller at a time changes
/// it; another can read it.
/// </summary>
internal sealed class LiveSystem : IAsyncDisposable
{
    private const long NanosecondsPerMillisecond = 1_000_000;

    private readonly SystemSession _session;
    private readonly Action<string> _say;
    private readonly LiveSettings _first;
    private readonly SimulationProfile _profile;
    private readonly TimeProvider _time;
    private readonly LiveLoadSource _load;
    private readonly TraceWindow _traces;
    private readonly LiveCosmosReader _reader;
    private readonly ProcessRates _usage;
    private readonly UsageRates _requestsByKey = new();
    private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<string> _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _stop = new();
    private CancellationTokenSource _watching = new();
    private Task _running = Task.CompletedTask;
    private LiveServer? _server;
    private volatile IReadOnlyList<(string Name, int ProcessId)> _processes = [];
    private volatile TuningScenario _scenario;
    private volatile LiveSettings _settings;

    /// <summary>Part of the settings of the last change may be in force: the next change applies all of its settings.</summary>
    private bool _lastChangeFailed;

    private LiveSystem(SystemSession session, LiveStart start, Action<string> say, TimeProvider time)
    {
        (_session, _say, _profile, _scenario, _time) = (session, say, start.Profile, start.Scenario, time);
        _settings = _first = new LiveSettings(
            _scenario.PartitionKey, _scenario.MaxConcurrency, _scenario.Throughput, _profile.CosmosCall.MeanMs,
            _scenario.Fault?.Name ?? LiveSettings.NoFault, start.Users);
        _load = new LiveLoadSource(
            session.System.Addresses.GatewayUri, session.System.World, TuningLoad.Staircase(_profile, TuningLoad.Full), time);

        _reader = new LiveCosmosReader(session.System.Emulator, time);
        _usage = new ProcessRates(time);
        _traces = new TraceWindow(session.Spans, time);
        Feed = new LiveFeed(Controls, time);
    }

    public Uri Address => _server!.Address;

    /// <summary>The addresses of the page and of all programs, one in a line.</summary>
    public IEnumerable<string> AddressLines => LiveAddresses.Lines(Address, _session.System.Addresses, _session.System.World);

    public LiveFeed Feed { get; }

    private LiveControls Controls => new(
        new SettingChoices(
            [DroneContainers.ByDeliveryId.PartitionKeyPath[1..], DroneContainers.ByOwnerId.PartitionKeyPath[1..]],
            [new(LiveSettings.NoFault, "nothing"), .. FaultCatalog.All.Select(fault => new NamedChoice(fault.Name, fault.Title))],
            LiveLoadSource.MaxUsers),
        () => _settings,
        ApplyAsync);

    /// <summary>Starts the emulator, the page, the services with the flags of the scenario, and the load.</summary>
    /// <exception cref="LabException">The port is taken, or a program does not start; nothing is left running.</exception>
    public static async Task<LiveSystem> StartAsync(
        LiveStart start, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        LiveServer.RequireFree(start.Port);
        var folder = SessionFolder.Create(start.RunsFolder, "up", time);
        LiveSystem? started = null;
        var session = await SystemSession.StartAsync(start.Profile, folder, Say, time, cancellationToken);
        session.System.WarmsServicesUp = true;
        var live = started = new LiveSystem(session, start, say, time);
        return await live.DisposeOnFailureAsync(async () =>
        {
            var telemetry = new LiveTelemetry(live._traces.Read, session.Metrics.Snapshot);
            live._server = await LiveServer.StartAsync(start.Port, live.Feed, telemetry, live.Controls, cancellationToken);
            Say("Starting the services");
            await session.System.UseAsync(start.Scenario, cancellationToken);
            live._load.Plant(start.Scenario.Fault);
            Say("Warming up the system");
            var answered = await live._load.WarmUpAsync(Math.Max(start.Users, 1), cancellationToken);
            say($"Warmed up by {answered} requests");
            live._load.SetUsers(start.Users);
            live.WatchProcesses();
            live._running = live.RunAsync();
            live.Feed.EndChange();
            live._started.SetResult();
            return live;
        });

        void Say(string step)
        {
            say(step);
            started?.Feed.ShowChange(step);
        }
    }

    /// <summary>Waits until cancelled, then throws <see cref="OperationCanceledException"/>.</summary>
    /// <exception cref="LabException">A process of the system failed.</exception>
    public async Task WaitAsync(CancellationToken cancellationToken)
    {
        // Without cancellation, load and page end only by an error, which the second await throws.
        await await Task.WhenAny(_failed.Task, _running).WaitAsync(cancellationToken);
        throw new LabException(await _failed.Task);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        await _watching.CancelAsync();
        _watching.Dispose();
        _load.Dispose();

        await _session.DisposeAsync();
        _stop.Dispose();
    }

    /// <summary>Runs load and page until they are stopped. When one of them ends, the other is stopped.</summary>
    private async Task RunAsync()
    {
        Task[] both = [_load.RunAsync(_stop.Token), Feed.PublishEverySecondAsync(ReadAsync, _stop.Token)];
        await Task.WhenAny(both);
        await _stop.CancelAsync();
        await Task.WhenAll(both);
    }

    private async Task ApplyAsync(LiveSettings settings, CancellationToken cancellationToken)
    {
        // The page is open while the data is seeded and the services start.
        await _started.Task.WaitAsync(cancellationToken);
        var (before, scenario) = (_settings, With(settings));
        if (settings == before && !_lastChangeFailed)
        {
            return;
        }

        var applyAll = _lastChangeFailed;
        _lastChangeFailed = true;

        var text = SettingsText.Describe(before, settings);
        Feed.Mark(text);
        Feed.ShowChange($"Applying {text}");
        var problem = "The change was interrupted. Apply it again.";
        try
        {
            await ApplyAsync(applyAll ? null : before, settings, scenario, cancellationToken);
            (_scenario, _settings, _lastChangeFailed, problem) = (scenario, settings, false, null);
        }
        catch (ExpectedException exception)
        {
            problem = exception.Message;
            throw;
        }
        finally
        {
            Feed.EndChange(problem);
        }
    }

    /// <param name="before">The settings in force; null if they are not known.</param>
    private async Task ApplyAsync(
        LiveSettings? before, LiveSettings settings, TuningScenario scenario, CancellationToken cancellationToken)
    {
        _load.SetUsers(settings.Users);
        _load.Plant(scenario.Fault);
        await ChangeDatabaseAsync(before, settings, scenario, cancellationToken);

        if (before is null || FlagsDiffer(scenario))
        {
            Feed.ShowChange($"Restarting {string.Join(" and ", _session.System.ReplacedBy(scenario))}");
            await RestartAsync(scenario, cancellationToken);
            _say(LiveAddresses.DeliveryLine(_session.System.Addresses));
        }
    }

    private TuningScenario With(LiveSettings settings) => _scenario with
    {
        PartitionKey = settings.PartitionKey,
        MaxConcurrency = settings.MaxConcurrency,
        Throughput = settings.Throughput,
        Fault = FaultCatalog.All.FirstOrDefault(fault => fault.Name == settings.Fault),
    };

    private async Task ChangeDatabaseAsync(
        LiveSettings? before, LiveSettings settings, TuningScenario scenario, CancellationToken cancellationToken)
    {
        if (settings.LatencyMeanMs != before?.LatencyMeanMs || settings.Fault != before?.Fault)
        {
            var profile = _profile with { CosmosCall = _profile.CosmosCall with { MeanMs = settings.LatencyMeanMs } };
            var changed = DroneSystem.SettingsFor(profile, scenario.Fault);
            await _session.System.Emulator.ChangeSettingsAsync(changed, cancellationToken);
        }

        if (settings.Throughput != before?.Throughput)
        {
            await _session.System.SetThroughputAsync(settings.PartitionKey, settings.Throughput, cancellationToken);
        }
    }

    /// <summary>A change of RU/s alone needs no restart, since it has been applied in the database.</summary>
    private bool FlagsDiffer(TuningScenario scenario)
    {
        var same = scenario with { Throughput = _scenario.Throughput };
        return !same.DeliveryFlags.SequenceEqual(_scenario.DeliveryFlags)
            || scenario.Fault?.Service != _scenario.Fault?.Service
            || scenario.Fault?.GatewayFlags != _scenario.Fault?.GatewayFlags;
    }

    private async Task RestartAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        await _watching.CancelAsync();
        _watching.Dispose();
        _watching = new CancellationTokenSource();
        try
        {
            await _session.System.ReplaceServicesAsync(scenario, cancellationToken);
        }
        finally
        {
            WatchProcesses();
        }
    }

    private void WatchProcesses()
    {
        var token = _watching.Token;
        _processes = [.. _session.System.Processes, (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)];
        _ = PassOnFailureAsync(_session.System.WaitForFailureAsync(token), token);
    }

    private async Task PassOnFailureAsync(Task<string> failure, CancellationToken cancellationToken)
    {
        await ((Task)failure).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (!cancellationToken.IsCancellationRequested && failure.IsCompletedSuccessfully)
        {
            _failed.TrySetResult(await failure);
        }
    }

    private async Task<LiveSnapshot?> ReadAsync(CancellationToken cancellationToken)
    {
        var (scenario, load, now) = (_scenario, _load.Read(), _time.GetUtcNow());
        var cosmos = await _reader.ReadAsync(
            DroneContainers.For(scenario.PartitionKey), load.Completed + load.Failed, now, cancellationToken);
        _traces.Roll();
        var byKey = _requestsByKey.Read(_session.Metrics.Latest());
        _session.Metrics.RemoveBefore((now - LiveDiagnosis.Window).ToUnixTimeMilliseconds() * NanosecondsPerMillisecond);
        var counts = _session.Spans.Counts;
        return new LiveSnapshot(
            now, SettingsText.Title(scenario.Title, _first, _settings), load, cosmos, _usage.Read(_processes),
            new LiveTraceCounts(counts.TracesReceived, counts.TracesKept))
        {
            LoopbackBytesPerSecond = _usage.ReadLoopback(),
            UsagePerSecond = byKey,
        };
    }
}
