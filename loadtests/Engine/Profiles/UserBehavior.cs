namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>What all users of a load have in common, in a closed loop or an open one.</summary>
/// <param name="TracedFraction">
/// The share of measured requests, from 0 to 1, whose trace context carries the sampled flag.
/// </param>
public sealed record UserBehavior(ThinkTime ThinkTime, SimulatedRoundTrip RoundTrip, double TracedFraction, ulong Seed)
{
    /// <summary>As <see cref="ClosedLoopProfile.Pacing"/>.</summary>
    public TimeSpan Pacing { get; init; }

    /// <summary>Whether a user whose requests end at once would send the next one without ever waiting.</summary>
    public bool NeverWaits { get; init; }
}
