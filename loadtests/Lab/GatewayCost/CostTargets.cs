namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every target that is measured, in the order of the tables.</summary>
internal static class CostTargets
{
    private static readonly string[] NoShedding = ["--shedding", "none"];
    private static readonly string[] Limits = ["--limits", "local"];
    private static readonly string[] Usage = ["--usage", "sqlite"];

    /// <summary>As high as allowed, so that requests are counted and none is refused.</summary>
    private static readonly string[] Shedding =
        ["--concurrency-limit", "10000", "--Shedding:MinLimit", "10000", "--Shedding:MaxLimit", "10000"];

    private static readonly string[] Full = [.. Limits, .. Usage, .. Shedding];

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
        Gateway("shedding", "gateway, shedding", Shedding),
        Gateway(CostedTarget.CacheHit, "gateway, cache hit", [.. NoShedding, "--cache", "gateway"]),
        new("tracing", "gateway, every request traced", (system, token) => system.StartTracedAsync(NoShedding, token)),
        new("tls", "gateway, TLS", (system, token) => system.StartTlsAsync(NoShedding, token)),
        Keyed(CostedTarget.Full, "gateway, full", Full),
        // Without keep-alive, ports are left behind that later targets need, so both are measured only if they are named.
        Keyed("http1", "gateway, full, HTTP/1.1", [.. Full, CostSystem.BackendConnections, "http1"]) with { ByDefault = false },
        Keyed(CostedTarget.NoKeepAlive, "gateway, full, no keep-alive", [.. Full, CostSystem.BackendConnections, "close"]) with
        {
            ByDefault = false,
        },
    ];

    /// <summary>The names of those that are measured by default.</summary>
    public static IReadOnlyList<string> Default { get; } =
        [.. All.Where(target => target.ByDefault).Select(target => target.Name)];

    /// <summary>The targets with these names.</summary>
    public static IReadOnlyList<CostTarget> Choose(IReadOnlyList<string> names) =>
        [.. All.Where(target => names.Contains(target.Name))];

    /// <summary>A full gateway that writes usage in this period.</summary>
    /// <param name="period">In seconds, or <c>off</c>.</param>
    public static CostTarget ForUsage(string period)
    {
        var name = $"{CostedTarget.UsagePrefix}{period}";
        return name == CostedTarget.UsageOff
            ? Keyed(name, "gateway, usage off", [.. Limits, .. Shedding])
            : Keyed(name, $"gateway, usage each {period} s", [.. Full, "--usage-flush-seconds", period]);
    }

    /// <summary>Why the target without keep-alive may fail on this machine, as a sentence; null if nothing was found.</summary>
    public static string? PortWarning(IReadOnlyList<CostTarget> targets, MachineState machine) =>
        targets.FirstOrDefault(target => target.Name == CostedTarget.NoKeepAlive) is { } target
        && ConnectionChecks.TimeWait(machine) is { Level: FindingLevel.Limits } found
            ? $"{target.Title}: requests may fail for want of ports. {found.Text}. Fix: {found.Fix}."
            : null;

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
    public bool ByDefault { get; init; } = true;

    public CostedTarget ForRecord => new(Name, Title);
}

/// <summary>A running target: the address of its requests, and the process whose CPU time is its cost.</summary>
/// <param name="ProcessId">The id of the proxy, which may have child processes; null without a proxy.</param>
/// <param name="Key">The API key of the requests; null for none.</param>
internal sealed record RunningTarget(Uri Url, int? ProcessId, string? Key = null)
{
    public const string KeyHeader = "X-Api-Key";

    /// <summary>The SQLite file with the target's keys and usage; null without keys.</summary>
    public string? Database { get; init; }
}
