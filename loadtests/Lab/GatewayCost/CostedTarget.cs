namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>The proxy between the load and the backend.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Title">The title in tables.</param>
public sealed record CostedTarget(string Name, string Title)
{
    /// <summary>The backend without a proxy.</summary>
    public const string Direct = "direct";

    public const string Nginx = "nginx";

    /// <summary>A proxy with YARP only.</summary>
    public const string Bare = "bare";

    /// <summary>The gateway with every feature off.</summary>
    public const string Plain = "plain";

    /// <summary>The gateway with a cache that holds the answer.</summary>
    public const string CacheHit = "cache";

    /// <summary>The gateway with keys, limits, usage and shedding.</summary>
    public const string Full = "full";
}
