using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// What a run measured after its warm-up. Every request sent is one of three: <see cref="Completed"/>, <see cref="Failed"/> or
/// part of <see cref="CutOff"/>.
/// </summary>
public sealed record LoadResult
{
    /// <summary>When measuring started, by the clock on the wall.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The time that really passed while measuring.</summary>
    public required TimeSpan MeasuredDuration { get; init; }

    /// <summary>The run was cancelled: everything here covers the time until then.</summary>
    public required bool Interrupted { get; init; }

    /// <summary>Requests handed to the user action, whatever became of them.</summary>
    public required long Sent { get; init; }

    /// <summary>Successes.</summary>
    public required long Completed { get; init; }

    /// <summary>Of those, the ones whose answer came after the end, in the grace.</summary>
    public long CompletedLate { get; init; }

    public required long Failed { get; init; }

    /// <summary>
    /// Requests that users meant to make before the end and that had no answer when the grace was over, or when the run was
    /// interrupted; those not even sent are not in <see cref="Sent"/>.
    /// </summary>
    public required long CutOff { get; init; }

    public required long BytesReceived { get; init; }

    public required IReadOnlyDictionary<string, long> FailuresByReason { get; init; }

    /// <summary>Of those cut off, the ones that had been sent and were waited for until the grace was over.</summary>
    public long Unanswered { get; init; }

    /// <summary>
    /// Of every request that was sent, from the scheduled moment to the end of the simulated round trip; of those that timed out
    /// and of <see cref="Unanswered"/> ones, as long as they were waited for.
    /// </summary>
    public required LatencyDistribution Latency { get; init; }

    /// <summary>Of successes, from sending to the end of the answer: without lateness and simulated round trip.</summary>
    public required LatencyHistogram ServiceTime { get; init; }

    /// <summary>How late requests were sent (timers and busy threads of the generator); part of latency.</summary>
    public required LatencyHistogram Lateness { get; init; }

    /// <summary>
    /// By name, for actions that make several calls in an iteration; none for those that do not tell them apart.
    /// </summary>
    public required IReadOnlyList<CallFigures> Calls { get; init; }

    /// <summary>What thresholds look at.</summary>
    public required LoadFigures Figures { get; init; }

    public required IReadOnlyList<SecondSample> Seconds { get; init; }

    public required IReadOnlyList<StepSummary> Steps { get; init; }

    /// <summary>Null for a closed loop.</summary>
    public ArrivalCounts? Arrivals { get; init; }

    public required WarmUpSummary WarmUp { get; init; }

    public required GeneratorUsage Generator { get; init; }

    /// <summary>Successes until the end over the time that really passed.</summary>
    public double RequestsPerSecond =>
        MeasuredDuration > TimeSpan.Zero ? (Completed - CompletedLate) / MeasuredDuration.TotalSeconds : 0;
}

/// <summary>What was sent before measuring started.</summary>
public sealed record WarmUpSummary(TimeSpan Duration, long Completed, long Failed, long CutOff)
{
    internal static WarmUpSummary None { get; } = new(TimeSpan.Zero, 0, 0, 0);
}
