using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// The measurements of a run after its warm-up. Every request sent is in one of <see cref="Completed"/>, <see cref="Failed"/>
/// and <see cref="CutOff"/>.
/// </summary>
public sealed record LoadResult
{
    /// <summary>When measuring started, in wall-clock time.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The time that actually passed while measuring.</summary>
    public required TimeSpan MeasuredDuration { get; init; }

    /// <summary>Whether the run was cancelled. Then all figures cover the time until the cancellation.</summary>
    public required bool Interrupted { get; init; }

    /// <summary>Requests passed to the user action, with any outcome.</summary>
    public required long Sent { get; init; }

    /// <summary>Successes.</summary>
    public required long Completed { get; init; }

    /// <summary>The completed requests whose response came after the end, in the grace period.</summary>
    public long CompletedLate { get; init; }

    public required long Failed { get; init; }

    /// <summary>
    /// Requests scheduled before the end that had no response when the grace period was over, or when the run was interrupted.
    /// Those that were not sent are not in <see cref="Sent"/>.
    /// </summary>
    public required long CutOff { get; init; }

    public required long BytesReceived { get; init; }

    public required IReadOnlyDictionary<string, long> FailuresByReason { get; init; }

    /// <summary>The cut-off requests that had been sent and had no response in the whole grace period.</summary>
    public long Unanswered { get; init; }

    /// <summary>
    /// The latency of every request that was sent, from the scheduled moment to the end of the simulated round trip. For requests
    /// that timed out and <see cref="Unanswered"/> ones it is the time waited.
    /// </summary>
    public required LatencyDistribution Latency { get; init; }

    /// <summary>Of successes, from sending to the end of the response: without lateness and simulated round trip.</summary>
    public required LatencyHistogram ServiceTime { get; init; }

    /// <summary>The delay of sent requests (timers and busy threads of the generator); part of latency.</summary>
    public required LatencyHistogram Lateness { get; init; }

    /// <summary>
    /// By name, for actions that make several calls in an iteration; empty for actions without named calls.
    /// </summary>
    public required IReadOnlyList<CallFigures> Calls { get; init; }

    /// <summary>The figures that thresholds are evaluated on.</summary>
    public required LoadFigures Figures { get; init; }

    public required IReadOnlyList<SecondSample> Seconds { get; init; }

    public required IReadOnlyList<StepSummary> Steps { get; init; }

    /// <summary>Null for a closed loop.</summary>
    public ArrivalCounts? Arrivals { get; init; }

    public required WarmUpSummary WarmUp { get; init; }

    public required GeneratorUsage Generator { get; init; }

    /// <summary>Successes until the end, divided by the measured duration.</summary>
    public double RequestsPerSecond =>
        MeasuredDuration > TimeSpan.Zero ? (Completed - CompletedLate) / MeasuredDuration.TotalSeconds : 0;
}

/// <summary>The requests before measuring started.</summary>
public sealed record WarmUpSummary(TimeSpan Duration, long Completed, long Failed, long CutOff)
{
    internal static WarmUpSummary None { get; } = new(TimeSpan.Zero, 0, 0, 0);
}
