namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>All measurements of a run after its warm-up.</summary>
public sealed record LoadResult : RunTotals
{
    internal LoadResult(RunTotals totals)
        : base(totals)
    {
    }

    /// <summary>When measuring started, in wall-clock time.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether the run was cancelled. Then all figures cover the time until the cancellation.</summary>
    public required bool Interrupted { get; init; }

    public required IReadOnlyList<SecondSample> Seconds { get; init; }

    public required IReadOnlyList<StepSummary> Steps { get; init; }

    /// <summary>Null for a closed loop.</summary>
    public ArrivalCounts? Arrivals { get; init; }

    /// <summary>The requests before measuring started.</summary>
    public required LoadFigures WarmUp { get; init; }

    public required GeneratorUsage Generator { get; init; }
}
