namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every way that is measured, in the order of the tables.</summary>
internal static class CostTargets
{
    private static readonly string[] NoShedding = ["--shedding", "none"];
    private static readonly string[] Limits = ["--limits", "local"];
    private static readonly string[] Usage = ["--usage", "sqlite"];

    public static IReadOnlyList<CostTarget> All { get; } =
    [
        new(CostedTarget.Direct, "direct", (world, _) => Task.FromResult(world.Direct)),
        new(CostedTarget.Nginx, "nginx", (world, token) => world.OpenNginxAsync(caches: false, token), NginxProcess.Program),
        new("nginx-cache", "nginx, cache hit", (world, token) => world.OpenNginxAsync(caches: true, token), NginxProcess.Program),
        new("bare", "bare YARP", (world, token) => world.OpenBareAsync(token)),
        Gateway(CostedTarget.Plain, "gateway, every feature off", NoShedding),
        Keyed("keys", "gateway, keys", NoShedding),
        Keyed("limits", "gateway, keys and limits", [.. NoShedding, .. Limits]),
        Keyed("usage", "gateway, keys and usage", [.. NoShedding, .. Usage]),
        Gateway("shedding", "gateway, shedding"),
        Gateway(CostedTarget.CacheHit, "gateway, cache hit", [.. NoShedding, "--cache", "gateway"]),
        new("tracing", "gateway, every request traced", (world, token) => world.OpenTracedAsync(NoShedding, token)),
        new("tls", "gateway, TLS", (world, token) => world.OpenTlsAsync(NoShedding, token)),
        Keyed(CostedTarget.Full, "gateway, full", [.. Limits, .. Usage]),
    ];

    /// <summary>Those of these names.</summary>
    public static IReadOnlyList<CostTarget> Choose(IReadOnlyList<string> names) =>
        [.. All.Where(target => names.Contains(target.Name))];

    private static CostTarget Gateway(string name, string title, params string[] flags) =>
        new(name, title, (world, token) => world.OpenGatewayAsync(name, flags, token));

    private static CostTarget Keyed(string name, string title, params string[] flags) =>
        new(name, title, (world, token) => world.OpenKeyedAsync(name, flags, token));
}
