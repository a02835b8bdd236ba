namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>One place where answers may be kept, and what the study published for it.</summary>
/// <param name="Name">The name on the command line and in files.</param>
public sealed record CachingVariant(string Name, string Title, CachingPublished Published)
{
    /// <summary>What the Delivery service keeps: its <c>--cache</c>.</summary>
    public string Service { get; init; } = "none";

    /// <summary>What the gateway keeps: its <c>--cache</c>.</summary>
    public string Gateway { get; init; } = "none";

    /// <summary>A light load goes before, which fills the cache.</summary>
    public bool IsWarmed { get; init; }

    /// <summary>Creates only, which no cache can answer.</summary>
    public bool IsCreates { get; init; }
}

/// <summary>What the study reports of the breakpoint run.</summary>
/// <param name="P95Seconds">95 % of answers came within.</param>
/// <param name="FailedPercent">Of requests.</param>
public sealed record CachingPublished(double RequestsPerSecond, double P95Seconds, double FailedPercent);
