namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>One variant of the study: the caches of the services, the load, and the published figures.</summary>
/// <param name="Name">The name on the command line and in files.</param>
public sealed record CachingVariant(string Name, string Title, CachingPublished Published)
{
    /// <summary>The <c>--cache</c> flag of the Delivery service.</summary>
    public string Service { get; init; } = "none";

    /// <summary>The <c>--cache</c> flag of the gateway.</summary>
    public string Gateway { get; init; } = "none";

    /// <summary>Whether a light load fills the cache before the breakpoint.</summary>
    public bool IsWarmed { get; init; }

    /// <summary>Whether the breakpoint consists of creates only, which no cache can answer.</summary>
    public bool IsCreates { get; init; }
}

/// <summary>The published figures of the breakpoint.</summary>
/// <param name="P95Seconds">The 95th percentile of latency.</param>
/// <param name="FailedPercent">The percentage of requests that failed.</param>
public sealed record CachingPublished(double RequestsPerSecond, double P95Seconds, double FailedPercent);
