namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Compares two targets within each round, then takes the median: rounds differ more than targets.</summary>
internal static class SameRound
{
    /// <summary>A lower bound if one of the values up to it is; none if there are no values, or if one is not stated.</summary>
    public static LatencyValue Median(IEnumerable<LatencyValue> values)
    {
        var sorted = values.OrderBy(value => value.Milliseconds).ToList();
        return sorted.Count == 0 || sorted.Any(value => value.Milliseconds is null)
            ? LatencyValue.None
            : new LatencyValue(
                sorted.Select(value => value.Milliseconds!.Value).Median(),
                sorted.Take((sorted.Count / 2) + 1).Any(value => value.AtLeast));
    }

    /// <summary>A target's latency minus that of the direct target.</summary>
    public static LatencyValue MedianAdded(
        IReadOnlyList<CostTrial> trials, string target, Func<CostTrial, LatencyValue> latency) =>
        Median(Pairs(trials, target, CostedTarget.Direct).Select(pair => Added(latency(pair.One), latency(pair.Other))));

    private static LatencyValue Added(LatencyValue latency, LatencyValue direct) =>
        direct.AtLeast ? LatencyValue.None : new LatencyValue(latency.Milliseconds - direct.Milliseconds, latency.AtLeast);

    /// <summary>The trials of the rounds in which both targets were measured.</summary>
    public static IEnumerable<(CostTrial One, CostTrial Other)> Pairs(
        IReadOnlyList<CostTrial> trials, string target, string reference) =>
        from one in trials.Where(trial => trial.Target == target)
        join other in trials.Where(trial => trial.Target == reference) on one.Round equals other.Round
        select (one, other);
}
