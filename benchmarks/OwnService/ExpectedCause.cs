namespace DroneDelivery.OwnService.Benchmarks;

/// <summary>What a finding has to say about a planted fault: the kind of cause, and the place that its title names.</summary>
/// <param name="Causes">The names of causes that are right.</param>
/// <param name="Place">The service or dependency.</param>
/// <param name="Effects">Causes that may be certain too, because the fault brings them about.</param>
internal sealed record ExpectedCause(IReadOnlyList<string> Causes, string Place, params IReadOnlyList<string> Effects)
{
    // From the descriptions of the faults, written together with the services and before the first run: docs/benchmarks/own-service.md.
    private static readonly Dictionary<(string System, string Fault), ExpectedCause> All = new()
    {
        [("dotnet", "cpu")] = new(["busy-process"], "inventory", "garbage-collection"),
        [("dotnet", "lock")] = new(["lock-contention"], "orders", "thread-starvation"),
        [("dotnet", "n-plus-one")] = new(["call-per-row"], ""),
        [("dotnet", "pool")] = new(["connection-pool"], "inventory"),
        [("dotnet", "slow-dependency")] = new(["slow-backend"], "inventory"),
        [("node", "cpu")] = new(["busy-process"], "shop", "garbage-collection"),
        [("node", "lock")] = new(["lock-contention"], "catalog"),
        [("node", "n-plus-one")] = new(["call-per-row"], ""),
        [("node", "pool")] = new(["connection-pool"], "catalog"),
        [("node", "slow-dependency")] = new(["slow-backend"], "stock"),
    };

    public static ExpectedCause Find(string system, string fault) => All[(system, fault)];

    public bool IsMetBy(ExplainedFinding finding) =>
        Causes.Contains(finding.Cause) && finding.Title.Contains(Place, StringComparison.OrdinalIgnoreCase);

    public bool Allows(ExplainedFinding finding) => IsMetBy(finding) || Effects.Contains(finding.Cause);
}
