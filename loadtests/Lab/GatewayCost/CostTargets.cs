namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every target that is measured, in the order of the tables.</summary>
internal static class CostTargets
{
    private static readonly string[] NoShedding = ["--shedding", "none"];
    private static readonly string[] Limits = ["--limits", "local"];
    private static readonly string[] Usage = ["--usage", "sqlite"];

    public static IReadOnlyList<CostTarget> All { get; } =
    [
        new(CostedTarget.Direct, "direct", (system, _) => Task.FromResult(system.Direct)),
        new(CostedTarget.Nginx, "nginx", (system, token) => system.StartNginxAsync(caches: false, token), NginxProcess.Program),
        new(
            "nginx-cache", "nginx, cache hit", (system, token) => system.StartNginxAsync(caches: true, token),
            NginxProcess.Program),
        new(CostedTarget.Bare, "bare YARP", (system, token) => system.StartBareAsync(token)),
        Gateway(CostedTarget.Plain, "gateway, every feature off", NoShedding),
        Keyed("keys", "gateway, keys", NoShedding),
        Keyed("limits", "gateway, keys and limits", [.. NoShedding, .. Limits]),
        Keyed("usage", "gateway, keys and usage", [.. NoShedding, .. Usage]),
        Gateway("shedding", "gateway, shedding"),
        Gateway(CostedTarget.CacheHit, "gateway, cache hit", [.. NoShedding, "--cache", "gateway"]),
        new("tracing", "gateway, every request traced", (system, token) => system.StartTracedAsync(NoShedding, token)),
        new("tls", "gateway, TLS", (system, token) => system.StartTlsAsync(NoShedding, token)),
        Keyed(CostedTarget.Full, "gateway, full", [.. Limits, .. Usage]),
    ];

    /// <summary>The targets with these names.</summary>
    public static IReadOnlyList<CostTarget> Choose(IReadOnlyList<string> names) =>
        [.. All.Where(target => names.Contains(target.Name))];

    private static CostTarget Gateway(string name, string title, params string[] flags) =>
        new(name, title, (system, token) => system.StartGatewayAsync(name, flags, token));

    private static CostTarget Keyed(string name, string title, params string[] flags) =>
        new(name, title, (system, token) => system.StartKeyedAsync(name, flags, token));
}

/// <summary>One proxy between the load and the backend, and how to start it.</summary>
/// <param name="Needs">The installed program that the target needs; null for none.</param>
internal sealed record CostTarget(
    string Name, string Title, Func<CostSystem, CancellationToken, Task<RunningTarget>> StartAsync, string? Needs = null)
{
    public CostedTarget ForRecord => new(Name, Title);
}

/// <summary>A running target: the address of its requests, and the process whose CPU time is its cost.</summary>
/// <param name="ProcessId">The id of the proxy, which may have child processes; null without a proxy.</param>
/// <param name="Key">The API key of the requests; null for none.</param>
internal sealed record RunningTarget(Uri Url, int? ProcessId, string? Key = null)
{
    public const string KeyHeader = "X-Api-Key";
}
