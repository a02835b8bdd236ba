namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// Runs one shape of load, and the load after it until the system is back to normal. Writes a run folder with every attempt.
/// </summary>
internal sealed class ShapeRun(LoadTarget target, OverloadSettings settings, Action<string> say, TimeProvider time)
{
    private const int MaxInFlight = 10_000;
    private const ulong Seed = 20_260_301;

    /// <summary>Enough for samples, and cheap.</summary>
    private const double TracedFraction = 0.01;

    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(100);

    /// <summary>The shortest time to watch after the load, so that the charts show the recovery.</summary>
    private static readonly TimeSpan MinWatched = TimeSpan.FromSeconds(1.5);

    private readonly LoadMonitor _monitor = new();

    /// <summary>Arrivals before the load, which are not measured; null for none.</summary>
    public IReadOnlyList<ArrivalStage>? WarmUp { get; init; }

    /// <param name="command">The command line that repeats the lab.</param>
    /// <param name="scenario">The flags of the services.</param>
    /// <inheritdoc cref="MeasuredRun.RunAsync"/>
    public Task<RunFolder> RunAsync(
        string folder, TuningScenario scenario, MachineInfo machine, string command, CancellationToken cancellationToken)
    {
        var (shape, goal) = (settings.Shape, settings.Goal);
        var schedule = Schedule([.. shape.Steps.Append(shape.After)
            .Select(step => ArrivalStage.Hold(step.Times * goal.Capacity, step.Duration))]);
        var log = new AttemptLog(schedule.Moments(), () => _monitor.Elapsed);
        // The run waits for the last arrival too, as long as the objective.
        var profile = new OpenLoopProfile(schedule, MaxInFlight, Seed)
        {
            Grace = goal.Objective,
            TracedFraction = TracedFraction,
            WarmUp = WarmUp is { } stages ? Schedule(stages) : null,
        };
        var manifest = new RunManifest
        {
            Lab = OverloadLab.Name, Scenario = Path.GetFileName(folder), Title = $"{shape.Title}, {settings.Setting}",
            Mode = $"up to {schedule.Duration.TotalSeconds:0.#} s",
            Command = command, Machine = machine,
            Configuration = OverloadSettings.FlagsOf(scenario),
            Load = string.Join(", then ", shape.Steps.Append(shape.After).Select(step =>
                $"{step.Times * goal.Capacity:0.#} arrivals/s for {step.Duration.TotalSeconds:0.#} s")),
            LabSettings = settings.ToJson(),
        };
        var plan = new RunPlan(profile, client => ActionOf(shape.Retries, log, target.AskBy(client)), manifest)
        {
            Client = new HttpLoadOptions { Connections = MaxInFlight },
            Seed = Seed,
            Load = _monitor,
            Watch = (stop, token) => Task.WhenAll(WatchAsync(log, stop, token), CrashAsync(stop, token)),
            Attempts = () => log.Since(TimeSpan.Zero),
        };
        return new MeasuredRun(target.Watched, plan, LoadEngine.BuiltIn(time), time)
            .RunWithProgressAsync(folder, say, cancellationToken);
    }

    private static ArrivalSchedule Schedule(IReadOnlyList<ArrivalStage> stages) =>
        ArrivalSchedule.Staged(stages, ArrivalSpacing.Poisson, Seed);

    private UserAction ActionOf(
        RetryPolicy? retries, AttemptLog log, Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> ask) =>
        retries is null
            ? async (turn, token) => (await log.MeasureAsync(turn, 1, () => ask(turn, token))).Outcome
            : new RetryingCall(
                retries, (turn, number, token) => log.MeasureAsync(turn, number, () => ask(turn, token)), time).AskAsync;

    /// <summary>
    /// Kills one of the instances of the target, and starts it again, if the shape has a crash. A failure ends the load.
    /// </summary>
    private async Task CrashAsync(Action stop, CancellationToken cancellationToken)
    {
        if (!settings.Shape.Crashes || target.Instances is not { } instances)
        {
            return;
        }

        try
        {
            await WaitUntilAsync(settings.Shape.StartOf(1), cancellationToken);
            say($"  {CrashLab.Killed} of {instances.Ports.Count} is killed");
            await instances.KillAsync(CrashLab.Killed);
            await WaitUntilAsync(settings.Shape.StartOf(2), cancellationToken);
            await instances.RestartAsync(CrashLab.Killed, cancellationToken);
            say($"  {CrashLab.Killed} of {instances.Ports.Count} is ready again");
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The load has ended.
        }
        catch
        {
            stop();
            throw;
        }
    }

    private async Task WaitUntilAsync(double seconds, CancellationToken cancellationToken)
    {
        while (TimeSpan.FromSeconds(seconds) - _monitor.Elapsed is var left && left > TimeSpan.Zero)
        {
            await Task.Delay(left < Glance ? left : Glance, time, cancellationToken);
        }
    }

    /// <summary>Ends the load when the system is back to normal after it.</summary>
    private async Task WatchAsync(AttemptLog log, Action stop, CancellationToken cancellationToken)
    {
        var (end, objective) = (settings.Shape.Duration, settings.Goal.Objective);
        while (!cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(Glance, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            // Every request that was due before has had the whole objective.
            var known = _monitor.Elapsed - objective;
            if (known >= end + MinWatched && Recovery.Find(
                log.Since(end), end.TotalSeconds, known.TotalSeconds, objective.TotalSeconds) is not null)
            {
                stop();
            }
        }
    }
}
