namespace DroneDelivery.Gateway.Caching;

/// <summary>For how long a route's answers are kept.</summary>
internal sealed class CacheTimes
{
    /// <summary>An answer is fresh for so long, or for less where the backend says less.</summary>
    public TimeSpan TimeToLive { get; set; }

    /// <summary>For so long after that it is still given, while a new one is fetched.</summary>
    public TimeSpan StaleWhileRevalidate { get; set; }

    /// <summary>For so long after it was fresh it is given instead of a failure.</summary>
    public TimeSpan StaleIfError { get; set; }
}
