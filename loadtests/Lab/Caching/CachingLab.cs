namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The caching study: the same load without a cache, with one in the service, and with one at the gateway.</summary>
public static class CachingLab
{
    public const string Name = "caching";

    public static CachingVariant None { get; } = new("none", "no cache", new(16, 60, 70));

    public static CachingVariant Service { get; } = new("service", "in the service", Published: null) { Service = "memory" };

    public static CachingVariant ServiceRedis { get; } =
        new("service-redis", "in the service (Redis)", new(81, 11, 0)) { Service = "redis" };

    public static CachingVariant GatewayCold { get; } =
        new("gateway-cold", "at the gateway, cold", new(363, 60, 83)) { Gateway = "gateway" };

    /// <summary>Each request that misses is sent to Delivery.</summary>
    public static CachingVariant GatewayStampede { get; } = GatewayCold with
    {
        Name = "gateway-stampede",
        Title = "at the gateway, cold, without coalescing",
        Coalescing = "off",
    };

    public static CachingVariant GatewayStampedeShedding { get; } = GatewayStampede with
    {
        Name = "gateway-stampede-shedding",
        Title = "at the gateway, cold, without coalescing, with load shedding",
        Published = null,
        Shedding = "adaptive",
    };

    public static CachingVariant GatewayWarmed { get; } =
        new("gateway-warmed", "at the gateway, warmed", new(734, 58, 96)) { Gateway = "gateway", IsWarmed = true };

    public static CachingVariant GatewayDisk { get; } = GatewayWarmed with
    {
        Name = "gateway-disk",
        Title = "at the gateway, warmed, then restarted with its answers on disk",
        Published = null,
        UsesFolder = true,
    };

    public static CachingVariant Creates { get; } =
        new("creates", "creates only", new(384, 14, 55) { FirstErrorPerSecond = 100 }) { Gateway = "gateway", IsCreates = true };

    public static IReadOnlyList<CachingVariant> Variants { get; } =
        [None, Service, ServiceRedis, GatewayCold, GatewayStampede, GatewayStampedeShedding, GatewayWarmed, GatewayDisk, Creates];

    /// <summary>
    /// The services of the tuning study's last test, with the variant's cache. The gateway sheds load in one variant only, since
    /// that would hide the effect of a cache on an overload.
    /// </summary>
    /// <param name="redis">Host and port, for a variant that uses Redis.</param>
    /// <param name="folder">The folder of the gateway's cache, for a variant that uses one.</param>
    public static TuningScenario ScenarioOf(CachingVariant variant, string? redis = null, string? folder = null) =>
        TuningLab.OwnerKey with
        {
            GatewayFlags = FlagsOf(
                ("--cache", variant.Gateway), ("--cache-coalescing", variant.Coalescing), ("--shedding", variant.Shedding),
                ("--cache-folder", folder)),
            MoreDeliveryFlags = FlagsOf(("--cache", variant.Service), ("--redis", redis)),
        };

    public static CachingVariant? Find(string name) => Variants.FirstOrDefault(variant => variant.Name == name);

    /// <summary>The variants with these names, or all variants without a name.</summary>
    public static IReadOnlyList<CachingVariant> Choose(IReadOnlyCollection<string> names) =>
        names.Count == 0 ? Variants : [.. Variants.Where(variant => names.Contains(variant.Name))];

    private static Dictionary<string, string> FlagsOf(params (string Name, string? Value)[] flags) =>
        flags.Where(flag => flag.Value is not null).ToDictionary(flag => flag.Name, flag => flag.Value!);
}

/// <summary>One variant of the study: the caches of the services, the load, and the published figures.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Published">Null for a variant that the published study does not have.</param>
public sealed record CachingVariant(string Name, string Title, CachingPublished? Published)
{
    /// <summary>The <c>--cache</c> flag of the Delivery service.</summary>
    public string Service { get; init; } = "none";

    /// <summary>The <c>--cache</c> flag of the gateway.</summary>
    public string Gateway { get; init; } = "none";

    /// <summary>The <c>--cache-coalescing</c> flag of the gateway.</summary>
    public string Coalescing { get; init; } = "on";

    /// <summary>The <c>--shedding</c> flag of the gateway.</summary>
    public string Shedding { get; init; } = "none";

    /// <summary>Whether the lab starts a Redis server for it.</summary>
    public bool UsesRedis => Service == "redis";

    /// <summary>Whether the gateway's cache has a folder, and the gateway restarts after the warm-up.</summary>
    public bool UsesFolder { get; init; }

    /// <summary>Whether a light load fills the cache before the breakpoint.</summary>
    public bool IsWarmed { get; init; }

    /// <summary>Whether the breakpoint consists of creates only, which no cache can answer.</summary>
    public bool IsCreates { get; init; }
}

/// <summary>The published figures of the breakpoint.</summary>
/// <param name="P95Seconds">The 95th percentile of latency.</param>
/// <param name="FailedPercent">The percentage of requests that failed.</param>
public sealed record CachingPublished(double RequestsPerSecond, double P95Seconds, double FailedPercent)
{
    /// <summary>The rate near which the first errors appeared; null if it was not published.</summary>
    public double? FirstErrorPerSecond { get; init; }
}
