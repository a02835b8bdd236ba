namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Runs a closed or an open loop: first its warm-up, then, after the warm-up has drained, the measured load.</summary>
public sealed class LoadRunner(TimeProvider time)
{
    // A server continues to process a request after its client has cancelled it, and that work would be part of the measured
    // phase. The first requests of a cold service may take long, so the grace period is long.
    private static readonly TimeSpan WarmUpGrace = TimeSpan.FromSeconds(60);

    /// <summary>Called between warm-up and measuring, with no request in flight, to reset counters of the system.</summary>
    public Func<CancellationToken, ValueTask>? BeforeMeasuring { get; init; }

    /// <summary>
    /// Called for each measured request that completed or failed, from any thread and concurrently. It must be quick: the user
    /// who sent the request waits for it. An exception ends that user, and the run throws it at the end.
    /// </summary>
    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>The processor time that this process has used.</summary>
    internal Func<TimeSpan> ProcessorTime { get; init; } = () => Environment.CpuUsage.TotalTime;

    /// <summary>
    /// Cancelling ends the run at once and returns what was measured until then. An exception of the action is a failed request,
    /// not the end of the run. In an open loop, the user number of an iteration is the number of its arrival, and the action
    /// starts on the thread that runs the schedule: its work before its first asynchronous wait delays later arrivals, and is
    /// counted as their lateness.
    /// </summary>
    public async Task<LoadResult> RunAsync(
        LoadProfile profile, UserAction action, RunMonitor monitor, CancellationToken cancellationToken)
    {
        var (warmUpTraffic, traffic) = PlanTraffic(profile);
        var warmUp = new LoadFigures();
        if (warmUpTraffic is not null)
        {
            var before = Phase(RunPhase.WarmUp, warmUpTraffic, profile with { Grace = WarmUpGrace, Requests = null }, action);
            await before.RunAsync(monitor, cancellationToken);
            warmUp = before.Recorder.Figures();
        }

        var ready = await PrepareAsync(cancellationToken);
        var phase = Phase(RunPhase.Measuring, traffic, profile, action);
        await phase.RunAsync(monitor, cancellationToken);
        monitor.Show(RunPhase.Finished, phase.Recorder);
        return Result(phase, traffic as ArrivalTraffic, warmUp, !ready || phase.Interrupted);
    }

    private static (IPhaseTraffic? WarmUp, IPhaseTraffic Measured) PlanTraffic(LoadProfile profile) => profile switch
    {
        ClosedLoopProfile users => (
            users is { WarmUp.Ticks: > 0, WarmUpUsers: not 0 }
                ? new UserTraffic([LoadStep.Hold(users.WarmUpUsers, users.WarmUp)], users.StartSpread)
                : null,
            new UserTraffic(users.Steps, users.StartSpread)),
        OpenLoopProfile arrivals => (
            arrivals.WarmUp is { } schedule ? new ArrivalTraffic(schedule, arrivals.MaxInFlight) : null,
            new ArrivalTraffic(arrivals.Arrivals, arrivals.MaxInFlight)),
        _ => throw new ArgumentException($"{profile.GetType().Name} is neither a closed nor an open loop.", nameof(profile)),
    };

    /// <summary>False when cancelled.</summary>
    private async Task<bool> PrepareAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (BeforeMeasuring is not null && !cancellationToken.IsCancellationRequested)
            {
                await BeforeMeasuring(cancellationToken);
            }

            return !cancellationToken.IsCancellationRequested;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }

    private LoadPhase Phase(RunPhase phase, IPhaseTraffic traffic, LoadProfile profile, UserAction action) =>
        new(time, phase, traffic, profile, action, GeneratorThresholds.LatenessP99)
        {
            Observe = phase == RunPhase.Measuring ? Observe : null,
            ProcessorTime = ProcessorTime,
        };

    private LoadResult Result(LoadPhase phase, ArrivalTraffic? arrivals, LoadFigures warmUp, bool interrupted)
    {
        var recorder = phase.Recorder;
        return LoadResult.FromRecorder(recorder, phase.Clock.StartedAt, interrupted) with
        {
            Arrivals = arrivals?.Counts,
            WarmUp = warmUp,
            Generator = GeneratorUsage.Over(phase.ProcessorTimeUsed, recorder.End, recorder.Totals.Lateness) with
            {
                UnstartedShare = arrivals?.UnstartedShare ?? 0,
            },
        };
    }
}
