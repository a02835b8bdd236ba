namespace DroneDelivery.Gateway.Caching;

/// <summary>How long the responses of a route are cached.</summary>
internal sealed class CacheTimes
{
    /// <summary>How long a response is fresh. A shorter time in the response's Cache-Control header has precedence.</summary>
    public TimeSpan TimeToLive { get; set; }

    /// <summary>How long a response that is no longer fresh is served while it is refreshed in the background.</summary>
    public TimeSpan StaleWhileRevalidate { get; set; }

    /// <summary>How long a response that is no longer fresh is served instead of a failure.</summary>
    public TimeSpan StaleIfError { get; set; }
}
