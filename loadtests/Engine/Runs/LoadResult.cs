namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>All measurements of a run after its warm-up.</summary>
public sealed record LoadResult : RunTotals
{
    internal LoadResult(RunTotals totals)
        : base(totals)
    {
    }

    /// <summary>The result without warm-up and arrivals, of a phase that is over.</summary>
    internal static LoadResult FromRecorder(RunRecorder recorder, DateTimeOffset startedAt, bool interrupted)
    {
        var (seconds, steps) = recorder.Finish();
        return new LoadResult(recorder.Totals)
        {
            Elapsed = recorder.End,
            StartedAt = startedAt,
            Interrupted = interrupted,
            Seconds = seconds,
            Steps = steps,
        };
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
    public LoadFigures WarmUp { get; init; } = new();

    public GeneratorUsage Generator { get; init; } =
        GeneratorUsage.Over(TimeSpan.Zero, TimeSpan.Zero, new LatencyHistogram());
}
