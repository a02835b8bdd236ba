namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>One target's figures: medians over its rounds.</summary>
/// <param name="Failed">The failed requests of all rounds.</param>
public sealed record CostRow(
    CostedTarget Target, double RequestsPerSecond, double ProxyMicroseconds, double BackendMicroseconds, long Failed)
{
    public required LatencyValue P50Ms { get; init; }

    public required LatencyValue P75Ms { get; init; }

    public required LatencyValue P90Ms { get; init; }

    public required LatencyValue P99Ms { get; init; }

    /// <summary>The latency minus the direct target's in the same round; none if that is not known or a lower bound.</summary>
    public LatencyValue AddedP50Ms { get; init; }

    /// <inheritdoc cref="AddedP50Ms"/>
    public LatencyValue AddedP99Ms { get; init; }

    /// <summary>Of successes alone; null unless a request failed and it is known for every trial.</summary>
    public double? SuccessP99Ms { get; init; }

    /// <summary>A target without a complete trial has no row.</summary>
    public static IReadOnlyList<CostRow> FromTrials(IReadOnlyList<CostedTarget> targets, IReadOnlyList<CostTrial> trials) =>
        [.. from target in targets where trials.Any(trial => trial.Target == target.Name) select ForTarget(target, trials)];

    private static CostRow ForTarget(CostedTarget target, IReadOnlyList<CostTrial> trials)
    {
        var own = trials.Where(trial => trial.Target == target.Name).ToList();
        double Median(Func<CostTrial, double> figure) => own.Select(figure).Median();
        return new CostRow(
            target, Median(trial => trial.RequestsPerSecond), Median(trial => trial.ProxyMicroseconds),
            Median(trial => trial.BackendMicroseconds), own.Sum(trial => trial.Failed))
        {
            P50Ms = SameRound.Median(own.Select(trial => trial.P50Ms)),
            P75Ms = SameRound.Median(own.Select(trial => trial.P75Ms)),
            P90Ms = SameRound.Median(own.Select(trial => trial.P90Ms)),
            P99Ms = SameRound.Median(own.Select(trial => trial.P99Ms)),
            SuccessP99Ms = SuccessP99(own),
            AddedP50Ms = SameRound.MedianAdded(trials, target.Name, trial => trial.P50Ms),
            AddedP99Ms = SameRound.MedianAdded(trials, target.Name, trial => trial.P99Ms),
        };
    }

    private static double? SuccessP99(List<CostTrial> own)
    {
        // In a trial without failures, all requests are successes.
        var known = own.Select(trial => trial.Failed > 0 ? trial.SuccessP99Ms : trial.P99Ms.Milliseconds).ToList();
        return own.Exists(trial => trial.Failed > 0) && !known.Contains(null) ? known.OfType<double>().Median() : null;
    }
}
