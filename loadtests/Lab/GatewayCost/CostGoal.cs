namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A figure of one target divided by that of another, and the bound for the ratio.</summary>
/// <param name="Ratio">The ratio within each round, as the median over the rounds.</param>
/// <param name="AtLeast">Whether <paramref name="Bound"/> is a minimum, not a maximum.</param>
/// <param name="Rounds">The number of rounds in which both targets were measured.</param>
public sealed record CostGoal(string Name, double Ratio, double Bound, bool AtLeast, int Rounds)
{
    /// <summary>CPU has a maximum, and throughput a minimum.</summary>
    private static readonly (string Name, string Target, string Reference, bool IsCpu, double Bound)[] Bounds =
    [
        ("full gateway: req/s relative to direct", CostedTarget.Full, CostedTarget.Direct, false, 1.0),
        ("full gateway: req/s relative to nginx", CostedTarget.Full, CostedTarget.Nginx, false, 1.0),
        ("full gateway: CPU relative to nginx, each with its backend", CostedTarget.Full, CostedTarget.Nginx, true, 0.95),
        ("full gateway: req/s relative to bare YARP", CostedTarget.Full, CostedTarget.Bare, false, 0.9),
        ("gateway, every feature off: req/s relative to bare YARP", CostedTarget.Plain, CostedTarget.Bare, false, 0.97),
        ("cache hit: req/s relative to direct", CostedTarget.CacheHit, CostedTarget.Direct, false, 0.95),
    ];

    private const double MaxNearWrites = 1.2;

    public bool Met => AtLeast ? Ratio >= Bound : Ratio <= Bound;

    public StudyVerdict ToVerdict() => new(
        $"{Name}: at {(AtLeast ? "least" : "most")} {Bound:0.00} times",
        $"{Ratio:0.000} times",
        Met,
        Rounds);

    /// <summary>The goals with measured targets. A trial with a failed request is left out: refusing costs less.</summary>
    public static IReadOnlyList<CostGoal> FromTrials(IReadOnlyList<CostTrial> closed, IReadOnlyList<CostTrial> open)
    {
        List<CostTrial> served = [.. closed.Where(trial => trial.Failed == 0)];
        return
        [
            .. from goal in Bounds
               let ratios = SameRound.Pairs(served, goal.Target, goal.Reference).Select(pair => goal.IsCpu
                   ? pair.One.CpuMicroseconds / pair.Other.CpuMicroseconds
                   : pair.One.RequestsPerSecond / pair.Other.RequestsPerSecond).ToList()
               where ratios.Count > 0
               select new CostGoal(goal.Name, ratios.Median(), goal.Bound, !goal.IsCpu, ratios.Count),
            .. NearWrites(served, "in the closed loop"),
            .. NearWrites(open.Where(trial => trial.Failed == 0), "in the open loop"),
        ];
    }

    private static IEnumerable<CostGoal> NearWrites(IEnumerable<CostTrial> trials, string where) =>
        from target in trials.GroupBy(trial => trial.Target)
        let ratios = target.Select(trial => trial.Writes?.NearMeanMs / trial.Writes?.OtherMeanMs).OfType<double>().ToList()
        where ratios.Count > 0
        let writes = target.Sum(trial => trial.Writes?.Count ?? 0)
        select new CostGoal(
            $"{target.Key}: mean latency near writes ({writes} in all), relative to that of other requests, {where}",
            ratios.Median(), MaxNearWrites, AtLeast: false, ratios.Count);
}
