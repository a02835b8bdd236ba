using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>What a rate must keep to count as one that the system can take.</summary>
public abstract record CapacityGoal
{
    /// <summary>As a reader sees it: <c>p99 under 250 ms</c>.</summary>
    public abstract string Text { get; }

    /// <summary>Whether the system kept it in this trial.</summary>
    public abstract bool IsMet(CapacityTrial trial);

    /// <summary>Where the limit lies, how sure that is, and where to look next; null where the trials do not tell.</summary>
    /// <param name="trials">Those around the limit.</param>
    internal abstract LimitFit? Fit(IReadOnlyList<CapacityTrial> trials);
}

/// <summary>
/// The 99th percentile of latency from the scheduled moment stays below the objective: at most 1 % of arrivals miss it.
/// </summary>
public sealed record LatencyGoal(TimeSpan Objective) : CapacityGoal
{
    /// <summary>The share of arrivals that a 99th percentile leaves out.</summary>
    public const double AllowedShare = 0.01;

    public override string Text => FormattableString.Invariant($"p99 under {Objective.TotalMilliseconds:0.###} ms");

    public override bool IsMet(CapacityTrial trial) =>
        trial.Arrivals > 0 && trial.Missed <= AllowedShare * trial.Arrivals;

    internal override LimitFit? Fit(IReadOnlyList<CapacityTrial> trials) => trials.Any(trial => trial.Arrivals > 0)
        ? MissLimit.Fit(
            [
                .. trials.Where(trial => trial.Arrivals > 0)
                    .Select(trial => (trial.OfferedRate, trial.Arrivals, trial.Missed)),
            ],
            AllowedShare)
        : null;
}

/// <summary>
/// The machine's CPU is used no more than this, by the system and the load generator together, at a rate that the system keeps up
/// with: one that is overloaded may well use less.
/// </summary>
/// <param name="Cap">From 0 to 1.</param>
public sealed record CpuGoal(double Cap) : CapacityGoal
{
    // CPU grows evenly with the rate: far enough apart to see the slope.
    private const double Spread = 0.04;

    public override string Text => FormattableString.Invariant($"CPU under {Cap * 100:0.#} %");

    public override bool IsMet(CapacityTrial trial) => trial.KeepsUp && trial.CpuShare <= Cap;

    internal override LimitFit? Fit(IReadOnlyList<CapacityTrial> trials) =>
        LineLimit.Fit([.. trials.Where(trial => trial.KeepsUp).Select(trial => (trial.OfferedRate, trial.CpuShare))], Cap)
            is { } limit ? new LimitFit(limit, Spread) : null;
}

/// <summary>
/// The rate at which a figure that grows with it, as CPU does, reaches a value: by a straight line through the trials around
/// that rate.
/// </summary>
internal static class LineLimit
{
    private const int LeastTrials = 4;

    /// <returns>Null where there are too few trials, or the figure does not grow.</returns>
    public static LimitEstimate? Fit(IReadOnlyList<(double Rate, double Value)> trials, double limit)
    {
        if (trials.Count < LeastTrials || trials.DistinctBy(trial => trial.Rate).Count() < 2)
        {
            return null;
        }

        var line = new StraightLine(trials);
        return line.Slope > 0 && line.Interval(limit) is { } interval
            ? LimitEstimate.Between(interval.Low, line.Solve(limit), interval.High)
            : null;
    }
}

/// <summary>What the trials so far tell of a limit.</summary>
/// <param name="Spread">How far from it, as a share of its rate, more trials tell most.</param>
internal sealed record LimitFit(LimitEstimate Limit, double Spread);
