using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Runs a closed loop profile: first its warm-up, then, when that has drained, its steps.</summary>
public sealed class ClosedLoopRunner(TimeProvider time)
{
    public GeneratorThresholds Thresholds { get; init; } = GeneratorThresholds.Default;

    /// <summary>
    /// Called between warm-up and measuring, when nothing is in flight: the moment to reset counters of the system under test.
    /// </summary>
    public Func<CancellationToken, ValueTask>? BeforeMeasuring { get; init; }

    /// <summary>
    /// Called for each measured request that completed or failed, from any thread and for several at once. It must be quick: the user who
    /// asked waits for it. What it throws ends the run.
    /// </summary>
    public Action<RequestObservation>? Observe { get; init; }

    internal Func<TimeSpan> ProcessorTime { get; init; } = GeneratorCpu.ReadProcess;

    /// <summary>
    /// Cancelling ends the run at once and returns what was measured until then. An exception of the action is a failed
    /// request, not the end of the run.
    /// </summary>
    public async Task<LoadResult> RunAsync(
        ClosedLoopProfile profile, UserAction action, RunMonitor monitor, CancellationToken cancellationToken)
    {
        var warmUp = await WarmUpAsync(profile, action, monitor, cancellationToken);
        var ready = await PrepareAsync(cancellationToken);
        var phase = new LoadPhase(time, RunPhase.Measuring, profile.Steps, profile, action)
        {
            ProcessorTime = ProcessorTime,
            Observe = Observe,
        };
        await phase.RunAsync(monitor, cancellationToken);
        monitor.Show(RunPhase.Finished, phase.Recorder);
        return Result(phase, warmUp, !ready || phase.Interrupted);
    }

    private async Task<WarmUpSummary> WarmUpAsync(
        ClosedLoopProfile profile, UserAction action, RunMonitor monitor, CancellationToken cancellationToken)
    {
        if (profile.WarmUp <= TimeSpan.Zero || profile.WarmUpUsers == 0)
        {
            return new WarmUpSummary(TimeSpan.Zero, 0, 0, 0);
        }

        var phase = new LoadPhase(time, RunPhase.WarmUp, [new LoadStep(profile.WarmUpUsers, profile.WarmUp)], profile, action);
        await phase.RunAsync(monitor, cancellationToken);
        var totals = phase.Recorder.Totals;
        return new WarmUpSummary(phase.Recorder.End, totals.Completed, totals.Failed, totals.CutOff);
    }

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

    private LoadResult Result(LoadPhase phase, WarmUpSummary warmUp, bool interrupted)
    {
        var recorder = phase.Recorder;
        var totals = recorder.Totals;
        var (seconds, steps) = recorder.Finish();
        return new LoadResult
        {
            StartedAt = recorder.StartedAt,
            MeasuredDuration = recorder.End,
            Interrupted = interrupted,
            Sent = totals.Sent,
            Completed = totals.Completed,
            Failed = totals.Failed,
            CutOff = totals.CutOff,
            BytesReceived = totals.BytesReceived,
            FailuresByReason = totals.FailuresByReason,
            Latency = totals.Latency,
            ErrorLatency = totals.ErrorLatency,
            ServiceTime = totals.ServiceTime,
            Lateness = totals.Lateness,
            Seconds = seconds,
            Steps = steps,
            WarmUp = warmUp,
            Generator = GeneratorUsage.Over(phase.ProcessorTimeUsed, recorder.End, totals.Lateness, Thresholds),
        };
    }
}
