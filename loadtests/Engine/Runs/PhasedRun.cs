using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Runs a warm-up and then, after it has drained, the measured phase. Both kinds of loop use it.</summary>
internal sealed class PhasedRun(TimeProvider time, RunMonitor monitor)
{
    // A server continues to process a request after its client has cancelled it, and that work would be part of the measured
    // phase. The first requests of a cold service may take long, so the grace period is long.
    private static readonly TimeSpan WarmUpGrace = TimeSpan.FromSeconds(60);

    public required GeneratorThresholds Thresholds { get; init; }

    public required Func<CancellationToken, ValueTask>? BeforeMeasuring { get; init; }

    public required Func<TimeSpan> ProcessorTime { get; init; }

    /// <param name="warmUp">Null without a warm-up.</param>
    public async Task<LoadResult> RunAsync(PhasePlan? warmUp, PhasePlan measured, CancellationToken cancellationToken)
    {
        var summary = warmUp is null ? WarmUpSummary.None : await WarmUpAsync(warmUp, cancellationToken);
        var ready = await PrepareAsync(cancellationToken);
        var phase = Phase(RunPhase.Measuring, measured);
        await phase.RunAsync(monitor, cancellationToken);
        monitor.Show(RunPhase.Finished, phase.Recorder);
        return Result(phase, summary, !ready || phase.Interrupted);
    }

    private async Task<WarmUpSummary> WarmUpAsync(PhasePlan warmUp, CancellationToken cancellationToken)
    {
        var phase = Phase(RunPhase.WarmUp, warmUp with { Grace = WarmUpGrace });
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

    private LoadPhase Phase(RunPhase phase, PhasePlan plan) =>
        new(time, phase, plan, Thresholds.LatenessP99) { ProcessorTime = ProcessorTime };

    private LoadResult Result(LoadPhase phase, WarmUpSummary warmUp, bool interrupted)
    {
        var recorder = phase.Recorder;
        var totals = recorder.Totals;
        var (seconds, steps) = recorder.Finish();
        return new LoadResult
        {
            StartedAt = phase.Clock.StartedAt,
            MeasuredDuration = recorder.End,
            Interrupted = interrupted,
            Sent = totals.Sent,
            Completed = totals.Completed,
            Failed = totals.Failed,
            CompletedLate = totals.CompletedLate,
            CutOff = totals.CutOff,
            Unanswered = totals.Unanswered,
            BytesReceived = totals.BytesReceived,
            FailuresByReason = totals.FailuresByReason,
            Latency = totals.Latency,
            ServiceTime = totals.ServiceTime,
            Lateness = totals.Lateness,
            Calls = totals.Calls.Figures,
            Figures = recorder.Figures(),
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
