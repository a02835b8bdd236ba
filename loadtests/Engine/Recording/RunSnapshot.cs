namespace DroneDelivery.LoadTests.Engine.Recording;

public enum RunPhase
{
    Waiting,
    WarmUp,
    Measuring,
    Finished,
}

/// <summary>The state of a run at a moment. Totals and times are those of its current phase.</summary>
/// <param name="Planned"><see cref="Timeout.InfiniteTimeSpan"/> for a load that runs until it is cancelled.</param>
/// <param name="RequestsPerSecond">Successes over the last few seconds.</param>
/// <param name="P50Ms">Over all requests that ended in the last few seconds, as are the other percentiles.</param>
/// <param name="InFlight">Requests sent and not yet answered.</param>
public sealed record RunSnapshot(
    RunPhase Phase, TimeSpan Elapsed, TimeSpan Planned, int Users, int InFlight, double RequestsPerSecond,
    LatencyValue P50Ms, LatencyValue P95Ms, long Completed, long Failed)
{
    public LatencyValue P99Ms { get; init; }

    /// <summary>In words: the users of a closed loop; in an open loop, which has none, the requests in flight.</summary>
    public string LoadText => Users switch
    {
        0 => string.Create(CultureInfo.InvariantCulture, $"{InFlight:N0} in flight"),
        1 => "1 user",
        _ => string.Create(CultureInfo.InvariantCulture, $"{Users:N0} users"),
    };

    /// <summary>The successes of the last few seconds; null if no request failed in them.</summary>
    public LatencyHistogram? RecentSuccesses { get; init; }

    /// <summary>As <see cref="LoadFigures.Dropped"/>.</summary>
    public long Dropped { get; init; }

    /// <summary>As <see cref="LoadFigures.Late"/>.</summary>
    public long Late { get; init; }
}
