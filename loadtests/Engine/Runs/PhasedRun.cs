using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Runs a warm-up and then, after it has drained, the measured phase. The base of both kinds of loop.</summary>
public abstract class PhasedRun(TimeProvider time)
{
    // A server continues to process a request after its client has cancelled it, and that work would be part of the measured
    // phase. The first requests of a cold service may take long, so the grace period is long.
    private static readonly TimeSpan WarmUpGrace = TimeSpan.FromSeconds(60);

    /// <summary>A request whose lateness exceeds <see cref="GeneratorThresholds.LatenessP99"/> is counted as late.</summary>
    public GeneratorThresholds Thresholds { get; init; } = GeneratorThresholds.Default;

    /// <summary>Called between warm-up and measuring, with no request in flight, to reset counters of the system.</summary>
    public Func<CancellationToken, ValueTask>? BeforeMeasuring { get; init; }

    /// <summary>
    /// Called for each measured request that completed or failed, from any thread and concurrently. It must be quick: the user
    /// who sent the request waits for it. An exception ends that user, and the run throws it at the end.
    /// </summary>
    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>The processor time that this process has used.</summary>
    internal Func<TimeSpan> ProcessorTime { get; init; } = () => Environment.CpuUsage.TotalTime;

    /// <param name="warmUp">Null without a warm-up.</param>
    private protected async Task<LoadResult> RunPhasesAsync(
        PhasePlan? warmUp, PhasePlan measured, RunMonitor monitor, CancellationToken cancellationToken)
    {
        var warmedUp = warmUp is null ? LoadFigures.None : await WarmUpAsync(warmUp, monitor, cancellationToken);
        var ready = await PrepareAsync(cancellationToken);
        var phase = Phase(RunPhase.Measuring, measured);
        await phase.RunAsync(monitor, cancellationToken);
        monitor.Show(RunPhase.Finished, phase.Recorder);
        return Result(phase, warmedUp, !ready || phase.Interrupted);
    }

    private async Task<LoadFigures> WarmUpAsync(PhasePlan warmUp, RunMonitor monitor, CancellationToken cancellationToken)
    {
        var phase = Phase(RunPhase.WarmUp, warmUp with { Grace = WarmUpGrace });
        await phase.RunAsync(monitor, cancellationToken);
        return phase.Recorder.Figures();
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

    private LoadPhase Phase(RunPhase phase, PhasePlan plan) =>
        new(time, phase, plan, Thresholds.LatenessP99) { ProcessorTime = ProcessorTime };

    private LoadResult Result(LoadPhase phase, LoadFigures warmUp, bool interrupted)
    {
        var recorder = phase.Recorder;
        var totals = recorder.Totals;
        var (seconds, steps) = recorder.Finish();
        return new LoadResult(recorder.Figures())
        {
            StartedAt = phase.Clock.StartedAt,
            Interrupted = interrupted,
            Sent = totals.Sent,
            BytesReceived = totals.BytesReceived,
            FailuresByReason = totals.FailuresByReason,
            ServiceTime = totals.ServiceTime,
            Lateness = totals.Lateness,
            Calls = totals.Calls.Figures,
            Seconds = seconds,
            Steps = steps,
            WarmUp = warmUp,
            Generator = GeneratorUsage.Over(phase.ProcessorTimeUsed, recorder.End, totals.Lateness, Thresholds),
        };
    }
}

/// <summary>The requests of a loop in one phase.</summary>
/// <param name="Grace">The time that requests in flight at the end have to finish before they are cancelled.</param>
/// <param name="Traffic">
/// Sends the requests, and returns when the last one is over. Its token ends everything at once, requests in flight included.
/// </param>
internal sealed record PhasePlan(
    IReadOnlyList<PlannedStep> Steps, TimeSpan Grace, Func<LoadPhase, CancellationToken, Task> Traffic);
