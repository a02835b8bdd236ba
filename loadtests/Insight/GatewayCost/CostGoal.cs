namespace DroneDelivery.LoadTests.Insight.GatewayCost;

/// <summary>One target's share of another's, at saturation, and the bound that it is to keep.</summary>
/// <param name="Ratio">The median over rounds of the share within each.</param>
/// <param name="AtLeast">Whether <paramref name="Bound"/> is the least, not the most.</param>
public sealed record CostGoal(string Name, double Ratio, double Bound, bool AtLeast)
{
    private const double LeastOfNginx = 1.0;
    private const double MostCpuOfNginx = 0.95;
    private const double LeastOfBareYarp = 0.9;
    private const double LeastOfDirect = 0.95;

    public bool Met => AtLeast ? Ratio >= Bound : Ratio <= Bound;

    /// <summary>
    /// Those whose targets were measured. A trial with a failed request is left out: to refuse costs less than to serve.
    /// </summary>
    public static IReadOnlyList<CostGoal> Of(IReadOnlyList<CostTrial> closed) =>
        OfServed([.. closed.Where(trial => trial.Failed == 0)]);

    private static IReadOnlyList<CostGoal> OfServed(IReadOnlyList<CostTrial> closed) =>
    [
        .. Throughput(closed, "full gateway's req/s of nginx's", CostedTarget.Full, CostedTarget.Nginx, LeastOfNginx),
        .. Cpu(
            closed,
            "full gateway's CPU of nginx's, each with its backend",
            CostedTarget.Full,
            CostedTarget.Nginx,
            MostCpuOfNginx),
        .. Throughput(closed, "full gateway's req/s of bare YARP's", CostedTarget.Full, CostedTarget.Bare, LeastOfBareYarp),
        .. Throughput(closed, "cache hit's req/s of direct", CostedTarget.CacheHit, CostedTarget.Direct, LeastOfDirect),
    ];

    private static CostGoal[] Throughput(
        IReadOnlyList<CostTrial> closed, string name, string target, string reference, double bound) =>
        SameRound.Median(closed, target, reference, (one, other) => one.RequestsPerSecond / other.RequestsPerSecond) is { } ratio
            ? [new CostGoal(name, ratio, bound, AtLeast: true)]
            : [];

    private static CostGoal[] Cpu(
        IReadOnlyList<CostTrial> closed, string name, string target, string reference, double bound) =>
        SameRound.Median(closed, target, reference, (one, other) => one.CpuMicroseconds / other.CpuMicroseconds) is { } ratio
            ? [new CostGoal(name, ratio, bound, AtLeast: false)]
            : [];
}
