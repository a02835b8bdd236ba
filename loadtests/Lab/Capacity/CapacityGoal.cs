namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The condition that a rate must meet to count as within the system's capacity.</summary>
public abstract record CapacityGoal
{
    /// <summary>The goal as reports show it: <c>p99 under 250 ms</c>.</summary>
    public abstract string Text { get; }

    /// <summary>Whether the system met the goal in this trial.</summary>
    public abstract bool IsMet(CapacityTrial trial);

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
/// The system and the load generator together use at most this share of the machine's CPU. Only rates that the system keeps up
/// with count: an overloaded system may use less CPU.
/// </summary>
/// <param name="Cap">The highest share of the machine's CPU, from 0 to 1.</param>
public sealed record CpuGoal(double Cap) : CapacityGoal
{
    // CPU grows linearly with the rate. Trials this far from the limit show the slope.
    private const double Spread = 0.04;
    private const int MinTrials = 4;

    public override string Text => $"CPU under {Cap * 100:0.#} %";

    public override bool IsMet(CapacityTrial trial) => trial.KeepsUp && trial.CpuShare <= Cap;

    /// <summary>CPU needs no longer: below the limit no queue grows.</summary>
    internal override double SettlingSeconds(CapacityPlan plan) => plan.SettlingSeconds;

    /// <summary>The rate at which a straight line through the trials reaches the cap; null if CPU does not grow.</summary>
    internal override LimitFit? Fit(IReadOnlyList<CapacityTrial> trials)
    {
        (double Rate, double Cpu)[] points =
            [.. trials.Where(trial => trial.KeepsUp).Select(trial => (trial.OfferedRate, trial.CpuShare))];
        if (points.Length < MinTrials || points.DistinctBy(point => point.Rate).Count() < 2)
        {
            return null;
        }

        var line = new StraightLine(points);
        return line.Slope > 0 && line.Interval(Cap) is { } interval
            ? new LimitFit(LimitEstimate.Between(interval.Low, line.Solve(Cap), interval.High), Spread)
            : null;
    }
}

/// <summary>The estimate of a limit from the trials so far.</summary>
/// <param name="Spread">The distance from the limit, as a share of its rate, at which more trials are most informative.</param>
internal sealed record LimitFit(LimitEstimate Limit, double Spread);
