namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Which rate to try next: doubled until one is too high, then halfway (by ratio) between the highest that was not and the lowest
/// that was, then around the limit. The answer depends on nothing but the trials so far.
/// </summary>
public sealed class CapacitySearch(CapacityGoal goal, CapacityPlan plan)
{
    // Of the distance to either side, so that the slope is known as well as the place.
    private static readonly double[] ConfirmingSteps = [-1, 1, -0.5, 0.5];

    /// <summary>By how much, as a factor, a trial may lie outside of the bracket and still tell of the curve within it.</summary>
    private const double Near = 1.2;

    private (IReadOnlyList<CapacityTrial> Trials, LimitFit? Fit) _fitted = ([], null);

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
        return new CapacityResult(goal, trials, met, missed, Fit(trials)?.Limit ?? Between(trials, met, missed));
    }

    /// <summary>
    /// Where the trials do not tell the curve around it, the limit may lie anywhere between the last rate below which every trial
    /// kept the goal and the first above which none did.
    /// </summary>
    private LimitEstimate? Between(IReadOnlyList<CapacityTrial> trials, double? met, double? missed) =>
        met is { } low && missed is { } high
            ? LimitEstimate.Between(SurelyMet(trials, low), Math.Sqrt(low * high), SurelyMissed(trials, high))
            : null;

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

    /// <summary>All four steps go around the limit as it was known before the first of them.</summary>
    private PlannedTrial? NextConfirming(IReadOnlyList<CapacityTrial> trials)
    {
        var done = trials.Count(trial => trial.Purpose == TrialPurpose.Confirming);
        var step = done % ConfirmingSteps.Length;
        if (done >= plan.Confirmations || Center([.. trials.Take(trials.Count - step)]) is not ({ } center, { } spread))
        {
            return null;
        }

        var rate = Math.Clamp(center * Math.Exp(spread * ConfirmingSteps[step]), plan.LeastRate, plan.MostRate);
        return new PlannedTrial(
            TrialPurpose.Confirming, rate, Lasting(plan.ConfirmArrivals / rate, plan.ConfirmSeconds));
    }

    /// <summary>The limit as known so far, or the middle of the bracket, and how far from it trials tell most.</summary>
    private (double? Rate, double Spread) Center(IReadOnlyList<CapacityTrial> trials) =>
        Fit(trials) is { } fit ? (fit.Limit.Rate, Math.Clamp(fit.Spread, plan.LeastSpread, plan.MostSpread))
        : Bracket(trials) is ({ } low, { } high) ? (Math.Sqrt(low * high), plan.Bracket - 1)
        : (null, 0);

    /// <summary>The last one is kept: it is asked for again with each of the four steps.</summary>
    private LimitFit? Fit(IReadOnlyList<CapacityTrial> trials)
    {
        var around = Around(trials);
        if (!around.SequenceEqual(_fitted.Trials, ReferenceEqualityComparer.Instance))
        {
            _fitted = (around, goal.Fit(around));
        }

        return _fitted.Fit;
    }

    /// <summary>Confirming trials, and those of the search that are near enough to lie on the same line.</summary>
    private IReadOnlyList<CapacityTrial> Around(IReadOnlyList<CapacityTrial> trials)
    {
        var (low, high) = Bracket(trials);
        var (from, to) = low is null || high is null ? (double.MaxValue, 0) : (low / Near, high * Near);
        return
        [
            .. trials.Where(trial => trial.Purpose == TrialPurpose.Confirming
                || (trial.OfferedRate >= from && trial.OfferedRate <= to)),
        ];
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
        new(purpose, rate, Lasting(plan.LeastArrivals / rate, plan.SearchSeconds));

    private double Lasting(double wanted, double least) => Math.Clamp(wanted, least, Math.Max(least, plan.MostSeconds));
}
