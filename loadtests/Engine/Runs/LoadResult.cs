using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>All measurements of a run after its warm-up.</summary>
public sealed record LoadResult : LoadFigures
{
    internal LoadResult(LoadFigures figures)
        : base(figures)
    {
    }

    /// <summary>When measuring started, in wall-clock time.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether the run was cancelled. Then all figures cover the time until the cancellation.</summary>
    public required bool Interrupted { get; init; }

    /// <summary>Requests passed to the user action: each is completed, failed or cut off.</summary>
    public required long Sent { get; init; }

    public required long BytesReceived { get; init; }

    public required IReadOnlyDictionary<string, long> FailuresByReason { get; init; }

    /// <summary>Of successes, from sending to the end of the response: without lateness and simulated round trip.</summary>
    public required LatencyHistogram ServiceTime { get; init; }

    /// <summary>The delay of sent requests (timers and busy threads of the generator); part of latency.</summary>
    public required LatencyHistogram Lateness { get; init; }

    /// <summary>By name, for actions that make several calls in an iteration; empty for actions without named calls.</summary>
    public required IReadOnlyList<CallFigures> Calls { get; init; }

    public required IReadOnlyList<SecondSample> Seconds { get; init; }

    public required IReadOnlyList<StepSummary> Steps { get; init; }

    /// <summary>Null for a closed loop.</summary>
    public ArrivalCounts? Arrivals { get; init; }

    /// <summary>The requests before measuring started.</summary>
    public required LoadFigures WarmUp { get; init; }

    public required GeneratorUsage Generator { get; init; }
}
