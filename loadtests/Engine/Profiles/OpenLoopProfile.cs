using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// Requests that arrive by a schedule, independent of earlier requests: a slow system does not get fewer requests. With the same
/// seed every arrival has the same choices.
/// </summary>
/// <param name="MaxInFlight">With this number of requests in flight, arrivals are dropped and counted, to bound memory.</param>
public sealed record OpenLoopProfile(ArrivalSchedule Arrivals, int MaxInFlight, ulong Seed) : LoadProfile
{
    public int MaxInFlight { get; init; } = Checked(MaxInFlight);

    /// <summary>Arrivals before measuring starts. They are counted, but are not part of any figure.</summary>
    public ArrivalSchedule? WarmUp { get; init; }

    public override TimeSpan Duration => Arrivals.Duration;

    public override UserBehavior Behavior => new(ThinkTime.None, SimulatedRoundTrip.None, TracedFraction, Seed);

    private static int Checked(int maxInFlight)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxInFlight);
        return maxInFlight;
    }
}
