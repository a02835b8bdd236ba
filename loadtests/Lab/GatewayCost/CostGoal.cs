using System.Globalization;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A figure of one target divided by that of another, at saturation, and the bound for the ratio.</summary>
/// <param name="Ratio">The ratio within each round, as the median over the rounds.</param>
/// <param name="AtLeast">Whether <paramref name="Bound"/> is a minimum, not a maximum.</param>
/// <param name="Rounds">The number of rounds in which both targets were measured.</param>
public sealed record CostGoal(string Name, double Ratio, double Bound, bool AtLeast, int Rounds)
{
    private const double MinOfNginx = 1.0;
    private const double MaxCpuOfNginx = 0.95;
    private const double MinOfBareYarp = 0.9;
    private const double MinOfDirect = 0.95;

    public bool Met => AtLeast ? Ratio >= Bound : Ratio <= Bound;

    public StudyVerdict ToVerdict() => new(
        string.Create(CultureInfo.InvariantCulture, $"{Name}: at {(AtLeast ? "least" : "most")} {Bound:0.00} times"),
        string.Create(CultureInfo.InvariantCulture, $"{Ratio:0.000} times"),
        Met,
        Rounds);

    /// <summary>
    /// The goals whose targets were measured. A trial with a failed request is left out: refusing costs less than serving.
    /// </summary>
    public static IReadOnlyList<CostGoal> FromTrials(IReadOnlyList<CostTrial> closed) =>
        FromServed([.. closed.Where(trial => trial.Failed == 0)]);

    private static IReadOnlyList<CostGoal> FromServed(IReadOnlyList<CostTrial> closed) =>
    [
        .. Throughput(closed, "full gateway's req/s of nginx's", CostedTarget.Full, CostedTarget.Nginx, MinOfNginx),
        .. Cpu(
            closed,
            "full gateway's CPU of nginx's, each with its backend",
            CostedTarget.Full,
            CostedTarget.Nginx,
            MaxCpuOfNginx),
        .. Throughput(closed, "full gateway's req/s of bare YARP's", CostedTarget.Full, CostedTarget.Bare, MinOfBareYarp),
        .. Throughput(closed, "cache hit's req/s of direct", CostedTarget.CacheHit, CostedTarget.Direct, MinOfDirect),
    ];

    private static CostGoal[] Throughput(
        IReadOnlyList<CostTrial> closed, string name, string target, string reference, double bound) =>
        SameRound.Median(closed, target, reference, (one, other) => one.RequestsPerSecond / other.RequestsPerSecond) is { } ratio
            ? [new CostGoal(name, ratio, bound, AtLeast: true, SameRound.Count(closed, target, reference))]
            : [];

    private static CostGoal[] Cpu(
        IReadOnlyList<CostTrial> closed, string name, string target, string reference, double bound) =>
        SameRound.Median(closed, target, reference, (one, other) => one.CpuMicroseconds / other.CpuMicroseconds) is { } ratio
            ? [new CostGoal(name, ratio, bound, AtLeast: false, SameRound.Count(closed, target, reference))]
            : [];
}
