namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The condition that a rate must meet to count as within the system's capacity.</summary>
public abstract record CapacityGoal
{
    /// <summary>The goal as reports show it: <c>p99 under 250 ms</c>.</summary>
    public abstract string Text { get; }

    /// <summary>Whether the system met the goal in this trial.</summary>
    public abstract bool IsMet(CapacityTrial trial);

    /// <summary>Why a trial missed the goal, in words; null if the goal says it.</summary>
    internal virtual string? WhyMissed(CapacityTrial trial) => null;

    /// <summary>Seconds of load in a trial around the limit before its measured interval.</summary>
    internal abstract double SettlingSeconds(CapacityPlan plan);

    /// <summary>Estimates the limit, its interval and the spread of further trials; null if the trials are too few.</summary>
    /// <param name="trials">The trials around the limit.</param>
    internal abstract LimitFit? Fit(IReadOnlyList<CapacityTrial> trials);
}

/// <summary>
/// The 99th percentile of latency, measured from the scheduled time, stays below the objective: at most 1 % of arrivals miss it.
/// </summary>
public sealed record LatencyGoal(TimeSpan Objective) : CapacityGoal
{
    /// <summary>The share of arrivals above the 99th percentile.</summary>
    public const double AllowedShare = 0.01;

    private readonly MissLimit _limit = new();

    public override string Text => $"p99 under {Objective.TotalMilliseconds:0.###} ms";

    public override bool IsMet(CapacityTrial trial) => trial.Arrivals > 0 && trial.Missed <= AllowedShare * trial.Arrivals;

    internal override double SettlingSeconds(CapacityPlan plan) => plan.QueueSettlingSeconds;

    internal override LimitFit? Fit(IReadOnlyList<CapacityTrial> trials) =>
        trials.Where(trial => trial.Arrivals > 0).ToList() is { Count: > 0 } some ? _limit.Fit(some, AllowedShare) : null;
}

/// <summary>
/// The system and the load generator use at most a share of each resource. Only rates that the system keeps up with count: an
/// overloaded system may use less CPU.
/// </summary>
/// <param name="Caps">The highest share of each resource of <see cref="ResourceUse"/>, from 0 to 1; others have no cap.</param>
public sealed record ResourceGoal(IReadOnlyDictionary<string, double> Caps) : CapacityGoal
{
    // Use grows linearly with the rate. Trials this far from the limit show the slope.
    private const double Spread = 0.04;
    private const int MinTrials = 4;

    /// <summary>
    /// A line that reaches its cap beyond this multiple of the highest rate tried says nothing: memory that grows slowly with
    /// time seems to grow with the rate.
    /// </summary>
    private const double Beyond = 1.5;

    public override string Text => Caps.Values.Distinct().Count() == 1
        ? $"{(Caps.Count == 1 ? Caps.Keys.First() : "every resource")} under {Caps.Values.First() * 100:0.#} %"
        : "every resource under its cap";

    public override bool IsMet(CapacityTrial trial) => trial.KeepsUp && !Exceeded(trial).Any();

    internal override string? WhyMissed(CapacityTrial trial) =>
        Exceeded(trial).MaxBy(use => use.Share / Caps[use.Resource]) is { } use
        ? $"{use.Resource} of {use.Owner} is the first at its cap"
        : "the system falls behind before a resource is at its cap";

    /// <summary>Resources need no longer: below the limit no queue grows.</summary>
    internal override double SettlingSeconds(CapacityPlan plan) => plan.SettlingSeconds;

    /// <summary>
    /// The lowest rate at which a straight line through the trials reaches the cap of a resource; null if no use grows.
    /// </summary>
    internal override LimitFit? Fit(IReadOnlyList<CapacityTrial> trials) => (
        from trial in trials
        where trial.KeepsUp
        from use in trial.Uses
        where Caps.ContainsKey(use.Resource)
        group (Rate: trial.OfferedRate, use.Share) by (use.Resource, use.Owner) into points
        let limit = Solve([.. points], Caps[points.Key.Resource])
        where limit is not null && limit.Rate <= Beyond * points.Max(point => point.Rate)
        orderby limit.Rate
        select new LimitFit(limit, Spread)).FirstOrDefault();

    private IEnumerable<ResourceUse> Exceeded(CapacityTrial trial) =>
        trial.Uses.Where(use => Caps.TryGetValue(use.Resource, out var cap) && use.Share > cap);

    private static LimitEstimate? Solve(IReadOnlyList<(double Rate, double Share)> points, double cap)
    {
        if (points.Count < MinTrials || points.DistinctBy(point => point.Rate).Count() < 2)
        {
            return null;
        }

        var line = new StraightLine(points);
        return line.Slope > 0 && line.Interval(cap) is { } interval
            ? LimitEstimate.Between(interval.Low, line.Solve(cap), interval.High)
            : null;
    }
}

/// <summary>The estimate of a limit from the trials so far.</summary>
/// <param name="Spread">The distance from the limit, as a share of its rate, at which more trials are most informative.</param>
internal sealed record LimitFit(LimitEstimate Limit, double Spread);
