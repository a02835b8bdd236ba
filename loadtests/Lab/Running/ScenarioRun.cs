using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Faults;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Seeding;
using DroneDelivery.LoadTests.Scenarios.Journeys;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>One test: load on the running system, with everything that is watched meanwhile, written to one run folder.</summary>
internal sealed class ScenarioRun(LabSettings settings, TuningScenario scenario, SystemSession session, TimeProvider time)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);

    // Services send their spans once a second.
    private static readonly TimeSpan LastSpansDelay = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan LastReadLimit = TimeSpan.FromSeconds(5);

    private readonly SystemWatch _watch = new(session.System, scenario, time);
    private readonly AnswerCounts _answers = new();
    private readonly RequestLog _requests = new((ulong)settings.Profile.Seed, session.Spans.Keeps);

    /// <summary>Runs the load and writes the folder. A cancelled run writes what it has, marked as interrupted.</summary>
    /// <exception cref="LabException">A process of the system failed; what was measured until then is written first.</exception>
    public async Task<RunFolder> RunAsync(string folder, LabProgress progress, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = session.System.WaitForFailureAsync(stop.Token);
        var monitor = new LoadMonitor();
        settings.Watch?.Invoke(new RunView(
            scenario, settings.Duration, monitor, _answers, _watch.Cosmos, _watch.Processes, session.Spans, session.Metrics));
        var load = RunLoadAsync(folder, monitor, stop.Token);
        var display = progress.ShowAsync(scenario, monitor, _watch.Cosmos, settings.Duration, load, stop.Token);

        var failed = await EndedBy.FailureAsync(load, failure, time, cancellationToken);
        if (failed)
        {
            await stop.CancelAsync();
        }

        await ((Task)load).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await stop.CancelAsync();
        await display;
        if (_watch.Cosmos.Latest is null || !load.IsCompletedSuccessfully)
        {
            // Nothing was measured: there is nothing to keep.
            cancellationToken.ThrowIfCancellationRequested();
            throw new LabException(failed
                ? await failure
                : $"The load could not be run: {load.Exception?.InnerException?.Message ?? _watch.Cosmos.LastFault}");
        }

        var runFolder = await WriteAsync(folder, await load, cancellationToken);
        return failed
            ? throw new LabException($"{await failure}{Environment.NewLine}What was measured until then: {runFolder.Path}")
            : runFolder;
    }

    private async Task<LoadMeasurement> RunLoadAsync(string folder, LoadMonitor monitor, CancellationToken cancellationToken)
    {
        var profile = TuningLoad.Staircase(settings.Profile, settings.Duration);
        using var client = new HttpLoadClient(profile.MaxUsers, RequestTimeout, time);
        var journey = new InvoiceJourney(
            client, session.System.Addresses.GatewayUri, session.World, scenario.Fault?.HotOwnerShare ?? 0);
        using var burner = new GeneratorBurner(scenario.Fault?.GeneratorBusyThreads ?? 0);

        using var watching = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watchers = Task.CompletedTask;
        async ValueTask StartWatchingAsync(CancellationToken token)
        {
            await Task.Delay(LastSpansDelay, time, token);
            session.Spans.Clear();
            session.Metrics.Clear();
            await session.System.Emulator.ResetAsync(token);
            watchers = _watch.RunAsync(watching.Token);
        }

        try
        {
            var assignment = new LoadAssignment(scenario.Name, profile, journey.RequestAsync, monitor, StartWatchingAsync, folder)
            {
                Observe = request =>
                {
                    _requests.Observe(request);
                    _answers.Add(request);
                },
            };
            return await settings.Engine.RunAsync(assignment, cancellationToken);
        }
        finally
        {
            await watching.CancelAsync();
            await watchers;
        }
    }

    private async Task<RunFolder> WriteAsync(string folder, LoadMeasurement result, CancellationToken cancellationToken)
    {
        if (!result.Interrupted)
        {
            await Task.Delay(LastSpansDelay, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        // After Ctrl+C the emulator may be gone already; then what was read last stands.
        using var limit = new CancellationTokenSource(LastReadLimit, time);
        await _watch.Cosmos.TryReadAsync(limit.Token);
        var record = new RunRecord(
            RunManifestBuilder.Build(settings, scenario, session.Machine with { DuringRun = _watch.Machine }, result),
            result.Load,
            _watch.Cosmos.ToRecord(result.StartedAt) with { Properties = DroneContainers.PropertiesOf(session.World) },
            _watch.Processes.Summarise());
        var runFolder = new RunFolder(folder);
        try
        {
            await runFolder.WriteAsync(record, TakeSamples(), CancellationToken.None);
            return runFolder;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException(
                $"The run folder {folder} cannot be written: {exception.Message} Make room, or "
                + "choose another place with --runs.",
                exception);
        }
    }

    private RunSamples TakeSamples()
    {
        session.Spans.Settle();
        var (requests, requestsDropped) = _requests.Take();
        var spans = session.Spans.Counts;
        return new RunSamples(session.Spans.Snapshot(), requests, session.Metrics.Snapshot(), _watch.Processes.Samples())
        {
            ExtraTraces = session.Spans.ExtraTraces,
            Losses = new SampleLosses
            {
                Traces = spans.TracesDropped,
                Spans = spans.SpansDropped,
                Requests = requestsDropped,
                Metrics = session.Metrics.Counts.Dropped,
                AtSource = session.Received.DroppedAtSource,
            },
        };
    }
}
