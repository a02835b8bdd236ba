namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The load: a closed loop of users, or an open loop of arrivals.</summary>
/// <param name="Words">For example "open loop, 500/s for 60 s".</param>
internal sealed record LoadShape(string Words, LoadProfile Load)
{
    public TimeSpan Duration => Load.Duration;

    /// <summary>The highest number of requests in flight.</summary>
    public int MaxInFlight => Load is ClosedLoopProfile users ? users.MaxUsers : ((OpenLoopProfile)Load).MaxInFlight;

    public RunOutlook Outlook => new(Duration, Arrivals is { } arrivals ? MaxRequests(arrivals) : null);

    /// <summary>The expected number of arrivals; null for a closed loop.</summary>
    public double? Asked => Arrivals?.Expected;

    private ArrivalSchedule? Arrivals => (Load as OpenLoopProfile)?.Arrivals;

    /// <summary>An upper bound; Poisson arrivals may exceed the expected number.</summary>
    private static long MaxRequests(ArrivalSchedule arrivals)
    {
        var excess = arrivals.Spacing == ArrivalSpacing.Poisson ? (6 * Math.Sqrt(arrivals.Expected)) + 10 : 0;
        return (long)Math.Ceiling(arrivals.Expected + excess);
    }
}
