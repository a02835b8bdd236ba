namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The load: a closed loop of users, or an open loop of arrivals.</summary>
/// <param name="Words">For example "open loop, 500/s for 60 s".</param>
internal sealed record LoadShape(string Words, LoadProfile Load)
{
    /// <summary>The planned duration; null for a load that ends after a number of requests.</summary>
    public TimeSpan? Duration => Load.Requests is null ? Load.Duration : null;

    public ulong Seed => Load is ClosedLoopProfile users ? users.Seed : ((OpenLoopProfile)Load).Seed;

    /// <summary>The highest number of requests in flight.</summary>
    public int MaxInFlight => Load is ClosedLoopProfile users ? users.MaxUsers : ((OpenLoopProfile)Load).MaxInFlight;

    /// <summary>
    /// The highest rate of arrivals, or of all users together by their pace or think time; null for users who never wait. An
    /// exponential think time and Poisson arrivals keep it on average.
    /// </summary>
    public double? MaxIterationsPerSecond => Load switch
    {
        ClosedLoopProfile { Pacing: var pace, ThinkTime.Mean: var think } users when pace + think > TimeSpan.Zero =>
            users.MaxUsers / (pace > think ? pace : think).TotalSeconds,
        OpenLoopProfile { Arrivals: { Spacing: null } replay } => replay.Moments().CountBy(at => (int)at.TotalSeconds)
            .Max(second => second.Value),
        OpenLoopProfile { Arrivals.Stages: var stages } => stages.Max(stage => Math.Max(stage.FromRate, stage.ToRate)),
        _ => null,
    };

    public RunOutlook Outlook => new(Duration, Load.Requests ?? (Arrivals is { } arrivals ? MaxRequests(arrivals) : (long?)null));

    /// <summary>The number of requests, or the expected number of arrivals; null if the answers decide it.</summary>
    public double? Asked => Load.Requests ?? Arrivals?.Expected;

    private ArrivalSchedule? Arrivals => (Load as OpenLoopProfile)?.Arrivals;

    /// <summary>An upper bound; Poisson arrivals may exceed the expected number.</summary>
    private static long MaxRequests(ArrivalSchedule arrivals)
    {
        var excess = arrivals.Spacing == ArrivalSpacing.Poisson ? (6 * Math.Sqrt(arrivals.Expected)) + 10 : 0;
        return (long)Math.Ceiling(arrivals.Expected + excess);
    }
}
