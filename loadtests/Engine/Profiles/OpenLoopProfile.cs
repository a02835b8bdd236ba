using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// Requests that arrive by a schedule, whatever became of those before them: a slow system does not get fewer. The same seed
/// gives every arrival the same round trip and choices again.
/// </summary>
/// <param name="MaxInFlight">
/// An arrival that finds so many requests in flight is dropped and counted, so that memory stays bounded.
/// </param>
public sealed record OpenLoopProfile(ArrivalSchedule Arrivals, int MaxInFlight, ulong Seed) : LoadProfile
{
    public int MaxInFlight { get; init; } = Checked(MaxInFlight);

    /// <summary>Arrivals before measuring starts; they are counted, but kept out of every figure.</summary>
    public ArrivalSchedule? WarmUp { get; init; }

    public SimulatedRoundTrip RoundTrip { get; init; } = SimulatedRoundTrip.None;

    /// <summary>As <see cref="ClosedLoopProfile.Grace"/>.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    public override TimeSpan Duration => Arrivals.Duration;

    public UserBehavior Behavior => new(ThinkTime.None, RoundTrip, TracedFraction, Seed);

    private static int Checked(int maxInFlight)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxInFlight);
        return maxInFlight;
    }
}
