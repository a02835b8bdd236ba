namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>The configuration of a load: a closed loop of users or an open loop of arrivals.</summary>
public abstract record LoadProfile
{
    private protected LoadProfile()
    {
    }

    /// <summary>The duration of the measured load, without the warm-up.</summary>
    public abstract TimeSpan Duration { get; }

    /// <summary>The share of requests, from 0 to 1, whose trace context carries the sampled flag.</summary>
    public double TracedFraction { get; init; }
}
