namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// Puts load on a running system, reads all figures while it runs, and writes one run folder. All labs with run folders use it.
/// Its members can be read at any time, from any thread.
/// </summary>
internal sealed class MeasuredRun(WatchedSystem system, RunPlan plan, LoadEngine engine, TimeProvider time)
{
    private static readonly TimeSpan LastReadLimit = TimeSpan.FromSeconds(5);

    private readonly RequestLog? _requests = plan.Profile.TracedFraction > 0
        ? new RequestLog(plan.Seed, trace => system.Telemetry?.Spans.Keeps(trace) == true)
        : null;

    private bool _isMeasuring;
    private MachineLoad? _machine;
    private IReadOnlyList<Attempt> _attempts = [];

    public LoadMonitor Load => plan.Load;

    /// <summary>The answers during the measured load.</summary>
    public AnswerCounts Answers { get; } = new();

    /// <summary>Empty until the measured load begins, like <see cref="Processes"/>.</summary>
    public CosmosMonitor Cosmos { get; } = new(system.Emulator, system.Container, time);

    public ProcessUsageSampler Processes { get; } =
        new(
            () => [.. system.FindProcesses(), (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)],
            time,
            plan.KeptProcessSamples);

    /// <summary>Runs the load and writes the folder. A cancelled run writes the data so far, marked as interrupted.</summary>
    /// <param name="display">Shows the run until the load ends or its token is cancelled.</param>
    /// <exception cref="LabException">A process failed (the data so far is written), or the folder cannot be written.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled before anything was measured.</exception>
    public async Task<RunFolder> RunAsync(
        string folder, Func<Task, CancellationToken, Task> display, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = system.WaitForFailureAsync(stop.Token);
        var load = MeasureAsync(folder, stop.Token);
        var shown = display(load, stop.Token);
        var failed = await FirstToEnd.IsFailureAsync(load, failure, time, cancellationToken);
        if (failed)
        {
            await stop.CancelAsync();
        }

        await ((Task)load).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await stop.CancelAsync();
        await shown;
        if ((system.Emulator is null ? !_isMeasuring : Cosmos.Latest is null) || !load.IsCompletedSuccessfully)
        {
            // Nothing was measured: there is nothing to keep.
            cancellationToken.ThrowIfCancellationRequested();
            throw new LabException(failed
                ? await failure
                : $"The load could not be run: {load.Exception?.InnerException?.Message ?? Cosmos.LastFault}");
        }

        var runFolder = await WriteAsync(folder, await load, cancellationToken);
        return failed
            ? throw new LabException($"{await failure}{Environment.NewLine}What was measured until then: {runFolder.Path}")
            {
                Kept = runFolder,
            }
            : runFolder;
    }

    /// <summary>The same as <see cref="RunAsync"/>, with a line every ten seconds.</summary>
    public Task<RunFolder> RunWithProgressAsync(string folder, Action<string> say, CancellationToken cancellationToken) =>
        RunAsync(folder, (load, stop) => Load.SayAsync(say, plan.Profile.Duration, load, time, stop), cancellationToken);

    private async Task<LoadMeasurement> MeasureAsync(string folder, CancellationToken cancellationToken)
    {
        using var client = LoadClient.Connect(plan.Client, time);
        using var watching = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var loading = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watchers = Task.CompletedTask;
        async ValueTask StartWatchingAsync(CancellationToken token)
        {
            await plan.Prepare(token);
            system.Telemetry?.Clear();
            await (system.Emulator?.ResetAsync(token) ?? Task.CompletedTask);
            watchers = Task.WhenAll(WatchAsync(watching.Token), plan.Watch(loading.Cancel, loading.Token));
            _isMeasuring = true;
        }

        try
        {
            var assignment = new LoadAssignment(
                plan.Manifest.Scenario, plan.Profile, plan.Action(client), Load, StartWatchingAsync, folder)
            {
                Observe = Observe,
            };
            var result = await engine.RunAsync(assignment, loading.Token);
            _attempts = plan.Attempts();
            return loading.IsCancellationRequested
                ? result with { Interrupted = cancellationToken.IsCancellationRequested }
                : result;
        }
        finally
        {
            await watching.CancelAsync();
            await loading.CancelAsync();
            await watchers;
        }
    }

    /// <summary>Reads the counters of the database and the usage of each process and of the lab, until cancelled.</summary>
    private async Task WatchAsync(CancellationToken cancellationToken)
    {
        var start = CpuReading.Now();
        await Task.WhenAll(Cosmos.RunAsync(cancellationToken), Processes.RunAsync(cancellationToken));
        _machine = CpuReading.Between(start, CpuReading.Now(), knowsSystem: system.IsOwn);
    }

    private void Observe(RequestObservation request)
    {
        _requests?.Observe(request);
        Answers.Add(request);
    }

    private async Task<RunFolder> WriteAsync(string folder, LoadMeasurement result, CancellationToken cancellationToken)
    {
        if (!result.Interrupted && system.Telemetry is not null)
        {
            await Task.Delay(system.TelemetryDelay, time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        // After Ctrl+C, the emulator may have ended already. Then the last reading is used.
        using var limit = new CancellationTokenSource(LastReadLimit, time);
        await Cosmos.TryReadAsync(limit.Token);
        var samples = TakeSamples();
        var record = new RunRecord(
            plan.Manifest with
            {
                StartedAt = result.StartedAt,
                DebugBuild = MachineReader.IsDebugBuild,
                Interrupted = result.Interrupted,
                StoppedBy = plan.StoppedBy(),
                Commit = RunManifestBuilder.FindCommit(),
                Machine = plan.Manifest.Machine with { DuringRun = _machine },
                Flags = DeliveryFlag.BySetting,
                Engine = engine.Name,
            },
            result.Load,
            CountCosmos(samples, result) with
            {
                Properties = system.Properties,
            },
            Processes.Summarise(TimeSpan.FromSeconds(result.Load.DurationSeconds)))
        {
            Thresholds = plan.Thresholds(),
            Operation = system.CallUnderStudy is { } route ? OperationRecord.FromSamples(samples, route) : null,
        };
        var runFolder = new RunFolder(folder);
        await RunFolders.UseAsync(
            () => runFolder.WriteAsync(record, samples, CancellationToken.None),
            $"The run folder {folder} cannot be written", "Make room, or choose another place with --runs.");
        return runFolder;
    }

    private CosmosRecord CountCosmos(RunSamples samples, LoadMeasurement result) =>
        system.CountCosmos is { } count ? count(samples.Metrics)
        : system.Emulator is null ? CosmosEstimate.FromSamples(samples, result.Load.Sent, result.StartedAt)
        : Cosmos.ToRecord(result.StartedAt);

    private RunSamples TakeSamples()
    {
        system.Telemetry?.Spans.Settle();
        var (requests, requestsDropped) = _requests?.Take() ?? ([], 0);
        var samples = new RunSamples([], requests, [], Processes.Samples())
        {
            Attempts = _attempts,
            Losses = new SampleLosses { Requests = requestsDropped },
        };
        if (system.Telemetry is not { Spans: var spans, Metrics: var metrics } telemetry)
        {
            return samples;
        }

        var counts = spans.Counts;
        return samples with
        {
            Spans = spans.Snapshot(),
            Metrics = metrics.Snapshot(),
            ExtraTraces = spans.ExtraTraces,
            Losses = samples.Losses with
            {
                Traces = counts.TracesDropped,
                Spans = counts.SpansDropped,
                Metrics = metrics.Counts.Dropped,
                AtSource = telemetry.DroppedAtSource,
            },
        };
    }
}
