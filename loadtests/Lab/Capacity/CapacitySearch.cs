namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Chooses the next rate to try. The rate is doubled until one is too high, then bisected (by ratio) between the highest that is
/// not and the lowest that is, then varied around the limit. The choice depends on the trials so far only.
/// </summary>
public sealed class CapacitySearch(CapacityGoal goal, CapacityPlan plan)
{
    // Shares of the distance to either side of the limit: rates on both sides show the slope of the curve too.
    private static readonly double[] RefiningSteps = [-1, 1, -0.5, 0.5];

    /// <summary>Bisecting ends when the lowest rate that is too high is at most this times the highest that is not.</summary>
    private const double MaxBracket = 1.1;

    /// <summary>The factor by which a trial may lie outside of the bracket and still count for the curve within it.</summary>
    private const double Near = 1.2;

    /// <summary>
    /// The minimum and maximum distance of refining trials from the current estimate of the limit, on either side: 0.01 is 1 %.
    /// The distance is larger if the curve is flatter around the limit.
    /// </summary>
    private const double MinSpread = 0.01;
    private const double MaxSpread = 0.1;

    /// <summary>A refining trial at a low rate is extended to this many arrivals; at the limit four of them miss.</summary>
    private const int RefineArrivals = 400;

    private (IReadOnlyList<CapacityTrial> Trials, LimitFit? Fit) _fitted = ([], null);

    /// <summary>Null when the search is over.</summary>
    public PlannedTrial? Next(IReadOnlyList<CapacityTrial> trials)
    {
        if (trials.Any(trial => trial.Purpose == TrialPurpose.Refining))
        {
            return NextRefining(trials);
        }

        if (trials.Count == 0)
        {
            return Search(TrialPurpose.Doubling, plan.StartRate);
        }

        var (met, missed) = Bracket(trials);
        return (met, missed) switch
        {
            (_, { } high) when IsInDoubt(trials, high) => Search(TrialPurpose.Doubling, high),
            (null, { } high) => high > plan.MinRate ? Search(TrialPurpose.Doubling, Math.Max(high / 2, plan.MinRate)) : null,
            ({ } low, null) => low < plan.MaxRate ? Search(TrialPurpose.Doubling, Math.Min(low * 2, plan.MaxRate)) : null,
            ({ } low, { } high) when high / low > MaxBracket && high - low > plan.MinStep =>
                Search(TrialPurpose.Bisecting, Math.Sqrt(low * high)),
            _ => NextRefining(trials),
        };
    }

    /// <summary>The result of the trials so far.</summary>
    public FoundLimit Conclude(IReadOnlyList<CapacityTrial> trials)
    {
        var (met, missed) = Bracket(trials);
        var estimate = Fit(trials)?.Limit ?? Between(trials, met, missed);
        var limit = estimate?.Rate ?? met;
        var at = limit is { } rate ? trials.MinBy(trial => Math.Abs(Math.Log(trial.OfferedRate / rate))) : null;
        var generatorLimit = trials
            .Where(trial => limit is null || trial.OfferedRate <= limit * 1.05)
            .Select(trial => trial.GeneratorLimit)
            .FirstOrDefault(reason => reason is not null);
        return new FoundLimit(goal.Text, limit, estimate, missed, at?.Throughput, at?.InFlight, generatorLimit)
        {
            Reason = trials.FirstOrDefault(trial => trial.OfferedRate == missed && !goal.IsMet(trial)) is { } above
                ? goal.WhyMissed(above)
                : null,
        };
    }

    /// <summary>What is known of the limit when the search is interrupted: no estimate, since it rests on all trials.</summary>
    public FoundLimit ConcludeInterrupted(IReadOnlyList<CapacityTrial> trials) =>
        Conclude(trials) with
        {
            Rate = null,
            Estimate = null,
            Throughput = null,
            InFlight = null,
            Interrupted = true,
            HighestMet = Bracket(trials).Met,
        };

    /// <summary>
    /// The tried rates around the limit if no curve can be fitted: from the highest rate up to which every trial met the goal to
    /// the lowest rate from which on none did.
    /// </summary>
    private LimitEstimate? Between(IReadOnlyList<CapacityTrial> trials, double? met, double? missed) =>
        met is { } low && missed is { } high
            ? LimitEstimate.Between(SurelyMet(trials, low), Math.Sqrt(low * high), SurelyMissed(trials, high)) with
            {
                IsBracket = true,
            }
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
    /// The two tried rates between which the limit lies. Lower rates should meet the goal and higher ones
    /// should miss it, but by chance a higher rate may meet it where a lower one missed it. The limit then
    /// lies between the two neighbours with the fewest trials that contradict it.
    /// </summary>
    private (double? Met, double? Missed) Bracket(IReadOnlyList<CapacityTrial> trials)
    {
        var ordered = trials.OrderBy(trial => trial.OfferedRate).ToList();
        var cut = Enumerable.Range(0, ordered.Count + 1)
            .MinBy(place => ordered.Take(place).Count(trial => !goal.IsMet(trial)) + ordered.Skip(place).Count(goal.IsMet));
        return (cut == 0 ? null : ordered[cut - 1].OfferedRate, cut == ordered.Count ? null : ordered[cut].OfferedRate);
    }

    /// <summary>All four steps use the estimate of the limit from before the first of them.</summary>
    private PlannedTrial? NextRefining(IReadOnlyList<CapacityTrial> trials)
    {
        var done = trials.Count(trial => trial.Purpose == TrialPurpose.Refining);
        var step = done % RefiningSteps.Length;
        if (done >= plan.RefiningTrials || Center([.. trials.Take(trials.Count - step)]) is not ({ } center, { } spread))
        {
            return null;
        }

        var rate = Math.Clamp(center * Math.Exp(spread * RefiningSteps[step]), plan.MinRate, plan.MaxRate);
        return new PlannedTrial(
            TrialPurpose.Refining, rate, Lasting(RefineArrivals / rate, plan.RefineSeconds), goal.SettlingSeconds(plan));
    }

    /// <summary>The estimate so far, or the middle of the bracket, and the most informative distance of trials from it.</summary>
    private (double? Rate, double Spread) Center(IReadOnlyList<CapacityTrial> trials) =>
        Fit(trials) is { } fit ? (fit.Limit.Rate, Math.Clamp(fit.Spread, MinSpread, MaxSpread))
        : Bracket(trials) is ({ } low, { } high) ? (Math.Sqrt(low * high), MaxBracket - 1)
        : (null, 0);

    /// <summary>Keeps the last fit: each of the four steps needs the same one.</summary>
    private LimitFit? Fit(IReadOnlyList<CapacityTrial> trials)
    {
        var around = Around(trials);
        if (!around.SequenceEqual(_fitted.Trials, ReferenceEqualityComparer.Instance))
        {
            _fitted = (around, goal.Fit(around));
        }

        return _fitted.Fit;
    }

    /// <summary>Refining trials, and other trials that are near enough to lie on the same line.</summary>
    private IReadOnlyList<CapacityTrial> Around(IReadOnlyList<CapacityTrial> trials)
    {
        var (low, high) = Bracket(trials);
        var (from, to) = low is null || high is null ? (double.MaxValue, 0) : (low / Near, high * Near);
        return
        [.. trials.Where(trial => trial.Purpose == TrialPurpose.Refining
            || (trial.OfferedRate >= from && trial.OfferedRate <= to))];
    }

    /// <summary>
    /// A short disturbance of the machine must not end the doubling: a rate is too high if two of at most three trials miss.
    /// </summary>
    private bool IsInDoubt(IReadOnlyList<CapacityTrial> trials, double rate)
    {
        var same = trials.Where(trial => trial.OfferedRate == rate && trial.Purpose == TrialPurpose.Doubling).ToList();
        return same.Count > 0 && same.Count(goal.IsMet) < 2 && same.Count(trial => !goal.IsMet(trial)) < 2;
    }

    private PlannedTrial Search(TrialPurpose purpose, double rate) =>
        new(purpose, rate, Lasting(plan.MinArrivals / rate, plan.SearchSeconds), plan.SettlingSeconds);

    private double Lasting(double wanted, double minimum) => Math.Clamp(wanted, minimum, Math.Max(minimum, plan.MaxSeconds));
}
