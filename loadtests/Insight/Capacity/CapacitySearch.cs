namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>
/// Which rate to try next: doubled until one is too high, then halfway (by ratio) between the highest that was not and the lowest
/// that was, then around the limit. A pure function of the trials so far.
/// </summary>
public sealed class CapacitySearch(CapacityGoal goal, CapacityPlan plan)
{
    // Of the distance to either side, so that the slope is known as well as the place.
    private static readonly double[] ConfirmingSteps = [-1, 1, -0.5, 0.5];

    /// <summary>Null when the search is over.</summary>
    public PlannedTrial? Next(IReadOnlyList<CapacityTrial> trials)
    {
        if (trials.Any(trial => trial.Purpose == TrialPurpose.Confirming))
        {
            return NextConfirming(trials);
        }

        if (trials.Count == 0)
        {
            return Search(TrialPurpose.Doubling, plan.StartRate);
        }

        var (met, missed) = Bracket(trials);
        return (met, missed) switch
        {
            (_, { } high) when IsInDoubt(trials, high) => Search(TrialPurpose.Doubling, high),
            (null, { } high) => high > plan.LeastRate ? Search(TrialPurpose.Doubling, Math.Max(high / 2, plan.LeastRate)) : null,
            ({ } low, null) => low < plan.MostRate ? Search(TrialPurpose.Doubling, Math.Min(low * 2, plan.MostRate)) : null,
            ({ } low, { } high) when high / low > plan.Bracket => Search(TrialPurpose.Bisecting, Math.Sqrt(low * high)),
            _ => NextConfirming(trials),
        };
    }

    /// <summary>What the trials so far tell.</summary>
    public CapacityResult Conclude(IReadOnlyList<CapacityTrial> trials)
    {
        var (met, missed) = Bracket(trials);
        return new CapacityResult(
            goal, trials, met, missed, met is { } low && missed is { } high ? Estimate(trials, low, high) : null);
    }

    /// <summary>
    /// By a line through the trials around the limit. Where the goal breaks so suddenly that few of them lie on the slope, the
    /// limit may lie anywhere between the last rate below which every trial kept the goal and the first above which none did.
    /// </summary>
    private LimitEstimate Estimate(IReadOnlyList<CapacityTrial> trials, double low, double high)
    {
        var around = Around(trials);
        var between = LimitEstimate.Between(SurelyMet(trials, low), Math.Sqrt(low * high), SurelyMissed(trials, high));
        return goal.Estimate(around) is not { } line ? between
            : around.Count(goal.Informs) * 2 >= around.Count ? line
            : line.Widened(between.Low, between.High);
    }

    private double SurelyMet(IReadOnlyList<CapacityTrial> trials, double low)
    {
        var firstMissed = trials.Where(trial => !goal.IsMet(trial)).Min(trial => trial.OfferedRate);
        return Math.Min(
            low, trials.Select(trial => trial.OfferedRate).Where(rate => rate < firstMissed).DefaultIfEmpty(low).Max());
    }

    private double SurelyMissed(IReadOnlyList<CapacityTrial> trials, double high)
    {
        var lastMet = trials.Where(goal.IsMet).Max(trial => trial.OfferedRate);
        return Math.Max(high, trials.Select(trial => trial.OfferedRate).Where(rate => rate > lastMet).DefaultIfEmpty(high).Min());
    }

    /// <summary>
    /// The rates between which the limit lies. Chance may let a higher rate pass where a lower one failed:
    /// the limit is then between the two neighbours, in order of rate, that are wrong least often, the lower
    /// ones having to pass and the higher ones to fail.
    /// </summary>
    private (double? Met, double? Missed) Bracket(IReadOnlyList<CapacityTrial> trials)
    {
        var ordered = trials.OrderBy(trial => trial.OfferedRate).ToList();
        var cut = Enumerable.Range(0, ordered.Count + 1)
            .MinBy(place => ordered.Take(place).Count(trial => !goal.IsMet(trial)) + ordered.Skip(place).Count(goal.IsMet));
        return (cut == 0 ? null : ordered[cut - 1].OfferedRate, cut == ordered.Count ? null : ordered[cut].OfferedRate);
    }

    private PlannedTrial? NextConfirming(IReadOnlyList<CapacityTrial> trials)
    {
        var done = trials.Count(trial => trial.Purpose == TrialPurpose.Confirming);
        if (done >= plan.Confirmations || Center(trials) is not { } center)
        {
            return null;
        }

        var rate = center * (1 + (plan.Spread * ConfirmingSteps[done % ConfirmingSteps.Length]));
        return new PlannedTrial(TrialPurpose.Confirming, Math.Clamp(rate, plan.LeastRate, plan.MostRate), plan.ConfirmSeconds);
    }

    /// <summary>
    /// The limit as known so far: estimated where that falls near the trials, else in the middle of the bracket.
    /// </summary>
    private double? Center(IReadOnlyList<CapacityTrial> trials)
    {
        if (Bracket(trials) is not ({ } low, { } high))
        {
            return null;
        }

        return goal.Estimate(Around(trials)) is { } estimate
            && estimate.Rate > low / plan.Bracket
            && estimate.Rate < high * plan.Bracket
            ? estimate.Rate
            : Math.Sqrt(low * high);
    }

    /// <summary>Confirming trials, and until there are enough of them those of the search nearest to the limit.</summary>
    private IReadOnlyList<CapacityTrial> Around(IReadOnlyList<CapacityTrial> trials)
    {
        var confirming = trials.Where(trial => trial.Purpose == TrialPurpose.Confirming).ToList();
        if (confirming.Count >= ConfirmingSteps.Length || Bracket(trials) is not ({ } low, { } high))
        {
            return confirming;
        }

        var (from, to) = (low / plan.Bracket, high * plan.Bracket);
        return [.. trials.Where(trial => trial.OfferedRate >= from && trial.OfferedRate <= to)];
    }

    /// <summary>
    /// A hiccup of the machine must not end the doubling: a rate is too high when two trials of it are, of at most three.
    /// </summary>
    private bool IsInDoubt(IReadOnlyList<CapacityTrial> trials, double rate)
    {
        var same = trials.Where(trial => trial.OfferedRate == rate && trial.Purpose == TrialPurpose.Doubling).ToList();
        return same.Count > 0 && same.Count(goal.IsMet) < 2 && same.Count(trial => !goal.IsMet(trial)) < 2;
    }

    private PlannedTrial Search(TrialPurpose purpose, double rate) =>
        new(
            purpose,
            rate,
            Math.Clamp(plan.LeastArrivals / rate, plan.SearchSeconds, Math.Max(plan.SearchSeconds, plan.ConfirmSeconds)));
}
