namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>The configuration of a load: a closed loop of users or an open loop of arrivals.</summary>
public abstract record LoadProfile
{
    private protected LoadProfile()
    {
    }

    /// <summary>The duration of the measured load, without the warm-up.</summary>
    public abstract TimeSpan Duration { get; }

    /// <summary>
    /// The number of requests of all users together, or of arrivals, after which the measured load ends; null for a load that
    /// ends after its duration. A closed loop then has one <see cref="LoadStep.Endless"/> step.
    /// </summary>
    public int? Requests { get; init; }

    public abstract UserBehavior Behavior { get; }

    /// <summary>
    /// The time that requests in flight at the end have to finish. Requests that take longer are cancelled and count in latency
    /// with the time waited.
    /// </summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The share of requests, from 0 to 1, whose trace context carries the sampled flag.</summary>
    public double TracedFraction { get; init; }
}

/// <summary>The settings that all users of a load share, in a closed or an open loop.</summary>
/// <param name="TracedFraction">The share of measured requests, from 0 to 1, whose trace context has the sampled flag.</param>
public sealed record UserBehavior(ThinkTime ThinkTime, SimulatedRoundTrip RoundTrip, double TracedFraction, ulong Seed)
{
    /// <summary>As <see cref="ClosedLoopProfile.Pacing"/>.</summary>
    public TimeSpan Pacing { get; init; }

    /// <summary>Whether a user has no think time, round trip or pacing, and so never waits between requests.</summary>
    public bool NeverWaits { get; init; }
}
