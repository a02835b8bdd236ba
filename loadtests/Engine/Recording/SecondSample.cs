namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One second of the measured time.</summary>
/// <param name="Second">From 0.</param>
/// <param name="Length">In seconds: 1, or less for the last one.</param>
/// <param name="Users">At its end, as <paramref name="InFlight"/>.</param>
/// <param name="Completed">Successes; the latencies are theirs, and 0 when there are none.</param>
/// <param name="InFlight">Requests sent and not yet answered.</param>
public readonly record struct SecondSample(
    int Second,
    double Length,
    int Users,
    long Completed,
    long Failed,
    double P50Ms,
    double P95Ms,
    double MeanMs,
    int InFlight)
{
    /// <summary>Requests that left in this second, whatever became of them.</summary>
    public long Sent { get; init; }

    /// <summary>Arrivals of an open loop that found too many requests in flight; 0 in a closed loop.</summary>
    public long Dropped { get; init; }
}
