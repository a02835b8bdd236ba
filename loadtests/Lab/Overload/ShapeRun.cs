using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Lab.Cpu;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs one shape of load, and the load after it until the system is back to normal.</summary>
internal sealed class ShapeRun(LoadTarget target, OverloadShape shape, OverloadGoal goal, TimeProvider time)
{
    private const int MaxInFlight = 10_000;
    private const ulong Seed = 20_260_301;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MemoryInterval = TimeSpan.FromMilliseconds(500);

    /// <summary>The shortest time to watch after the load, so that the charts show the recovery.</summary>
    private static readonly TimeSpan MinWatched = TimeSpan.FromSeconds(1.5);

    private readonly double _objective = goal.Objective.TotalSeconds;
    private readonly ArrivalSchedule _schedule = ArrivalSchedule.Staged(
        [.. shape.Steps.Append(shape.After).Select(step => ArrivalStage.Hold(step.Times * goal.Capacity, step.Duration))],
        ArrivalSpacing.Poisson,
        Seed);

    /// <returns>Null if the run was cancelled.</returns>
    public async Task<OverloadRun?> RunAsync(string setting, CancellationToken cancellationToken)
    {
        var monitor = new RunMonitor();
        var log = new AttemptLog(_schedule.Moments(), () => monitor.Elapsed);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = WatchAsync(log, monitor, stop);
        var sampling = SampleMemoryAsync(monitor, stop.Token);
        var machine = CpuReading.Now();
        var load = await LoadAsync(log, monitor, stop.Token);
        var used = CpuReading.Between(machine, CpuReading.Now(), knowsSystem: target.Processes.Count > 0);
        var conditions = RunConditions.Judge(load.Generator.Limits, load.Generator.ShareOfOneCore / load.Generator.Cores, used);
        await stop.CancelAsync();
        await Task.WhenAll(watching, sampling);
        return cancellationToken.IsCancellationRequested
            ? null
            : Describe(setting, log, await watching ?? _schedule.Duration, await sampling) with
            {
                GeneratorLimit = conditions.GeneratorLimit,
                Disturbance = conditions.Disturbance,
            };
    }

    private async Task<LoadResult> LoadAsync(AttemptLog log, RunMonitor monitor, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(MaxInFlight, RequestTimeout, time);
        // The run waits for the last arrival too, as long as the objective.
        var profile = new OpenLoopProfile(_schedule, MaxInFlight, Seed) { Grace = goal.Objective };
        var ask = target.AskBy(client);
        UserAction action = shape.Retries is { } retries
            ? new RetryingCall(
                retries, (turn, number, token) => log.MeasureAsync(turn, number, () => ask(turn, token)), time).AskAsync
            : async (turn, token) => (await log.MeasureAsync(turn, 1, () => ask(turn, token))).Outcome;
        return await new LoadRunner(time).RunAsync(profile, action, monitor, cancellationToken);
    }

    /// <summary>Ends the run when the system is back to normal after the load.</summary>
    /// <returns>The time up to which every request has had the whole objective; null if the load ended first.</returns>
    private async Task<TimeSpan?> WatchAsync(AttemptLog log, RunMonitor monitor, CancellationTokenSource stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Task.Delay(Glance, time, stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var known = monitor.Elapsed - goal.Objective;
            if (!stop.IsCancellationRequested && known >= shape.Duration + MinWatched && RecoveryBy(log, known) is not null)
            {
                await stop.CancelAsync();
                return known;
            }
        }

        return null;
    }

    /// <summary>Samples the gateway's memory until cancelled; then returns normally.</summary>
    private async Task<IReadOnlyList<MemoryPoint>> SampleMemoryAsync(RunMonitor monitor, CancellationToken cancellationToken)
    {
        var points = new List<MemoryPoint>();
        var gateway = target.Processes.FirstOrDefault(process => process.Name == BuiltService.Gateway.Name);
        using var ticks = new PeriodicTimer(MemoryInterval, time);
        await using var end = cancellationToken.Register(ticks.Dispose);
        while (gateway != default && await ticks.WaitForNextTickAsync(CancellationToken.None))
        {
            if (ProcessReading.FindMemoryMiB(gateway.ProcessId) is { } memory)
            {
                points.Add(new MemoryPoint(monitor.Elapsed.TotalSeconds, memory));
            }
        }

        return points;
    }

    private OverloadRun Describe(string setting, AttemptLog log, TimeSpan known, IReadOnlyList<MemoryPoint> memory)
    {
        var attempts = log.Since(TimeSpan.Zero);
        var (end, until) = (shape.Duration.TotalSeconds, known.TotalSeconds);
        return new OverloadRun(
            shape.Name,
            shape.Title,
            setting,
            [.. Stretches(attempts)],
            until > end ? OverloadStretch.FromAttempts(attempts, shape.After.Times, end, until, _objective) : null,
            OverloadSecond.FromAttempts(attempts, until, _objective),
            RecoveryBy(log, known),
            memory);
    }

    private IEnumerable<OverloadStretch> Stretches(IReadOnlyList<Attempt> attempts)
    {
        var from = TimeSpan.Zero;
        foreach (var step in shape.Steps)
        {
            yield return OverloadStretch.FromAttempts(
                attempts, step.Times, from.TotalSeconds, (from + step.Duration).TotalSeconds, _objective);
            from += step.Duration;
        }
    }

    private double? RecoveryBy(AttemptLog log, TimeSpan known) =>
        Recovery.Find(log.Since(shape.Duration), shape.Duration.TotalSeconds, known.TotalSeconds, _objective);
}
