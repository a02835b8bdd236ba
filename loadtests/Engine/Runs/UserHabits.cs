using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>How users ask, in whatever loop they are.</summary>
/// <param name="TracedFraction">
/// The share of measured requests, from 0 to 1, whose trace context carries the sampled flag.
/// </param>
internal sealed record UserHabits(ThinkTime ThinkTime, SimulatedRoundTrip RoundTrip, double TracedFraction, ulong Seed)
{
    /// <summary>As <see cref="ClosedLoopProfile.Pacing"/>.</summary>
    public TimeSpan Pacing { get; init; }

    /// <summary>Whether a user whose requests end at once would ask again without ever waiting.</summary>
    public bool NeverWait { get; init; }
}
