namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>A load as it is asked for: users who wait for answers, or arrivals that do not.</summary>
public abstract record LoadProfile
{
    private protected LoadProfile()
    {
    }

    /// <summary>Of the measured load, without the warm-up.</summary>
    public abstract TimeSpan Duration { get; }

    /// <summary>The share of requests, from 0 to 1, whose trace context carries the sampled flag.</summary>
    public double TracedFraction { get; init; }
}
