namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>What stands between the load and the backend.</summary>
/// <param name="Name">One word, for the command line and for programs.</param>
/// <param name="Title">For readers.</param>
public sealed record CostedTarget(string Name, string Title)
{
    /// <summary>Nothing: the backend itself.</summary>
    public const string Direct = "direct";

    public const string Nginx = "nginx";

    /// <summary>YARP without anything of this project.</summary>
    public const string Bare = "bare";

    /// <summary>The gateway with every feature off.</summary>
    public const string Plain = "plain";

    /// <summary>The gateway with a cache that has the answer.</summary>
    public const string CacheHit = "cache";

    /// <summary>The gateway with keys, limits, usage and shedding.</summary>
    public const string Full = "full";
}
