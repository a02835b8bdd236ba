namespace DroneDelivery.LoadTests.Engine.Recording;

public enum RunPhase
{
    Waiting,
    WarmUp,
    Measuring,
    Finished,
}

/// <summary>A run as it stands. Totals and times are those of the phase.</summary>
/// <param name="Planned"><see cref="Timeout.InfiniteTimeSpan"/> for a load that runs until it is cancelled.</param>
/// <param name="RequestsPerSecond">Successes over the last few seconds, as the two percentiles.</param>
/// <param name="InFlight">Requests sent and not yet answered.</param>
public sealed record RunSnapshot(
    RunPhase Phase,
    TimeSpan Elapsed,
    TimeSpan Planned,
    int Users,
    int InFlight,
    double RequestsPerSecond,
    double P50Ms,
    double P95Ms,
    long Completed,
    long Failed)
{
    /// <summary>Over the last few seconds, as the two percentiles; 0 where the engine does not tell.</summary>
    public double P99Ms { get; init; }

    /// <summary>As <see cref="LoadFigures.Dropped"/>.</summary>
    public long Dropped { get; init; }

    /// <summary>As <see cref="LoadFigures.Late"/>.</summary>
    public long Late { get; init; }
}
