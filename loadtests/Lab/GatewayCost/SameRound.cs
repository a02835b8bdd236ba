using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Compares two targets within each round, then takes the median: rounds differ more than targets do.</summary>
internal static class SameRound
{
    /// <summary>Null where no round has both.</summary>
    public static double? Median(
        IReadOnlyList<CostTrial> trials, string target, string reference, Func<CostTrial, CostTrial, double> compare)
    {
        double[] compared = [.. Pairs(trials, target, reference).Select(pair => compare(pair.One, pair.Other))];
        return compared.Length == 0 ? null : compared.Median();
    }

    /// <summary>In how many rounds both were measured.</summary>
    public static int Count(IReadOnlyList<CostTrial> trials, string target, string reference) =>
        Pairs(trials, target, reference).Count();

    private static IEnumerable<(CostTrial One, CostTrial Other)> Pairs(
        IReadOnlyList<CostTrial> trials, string target, string reference) =>
        from one in trials.Where(trial => trial.Target == target)
        join other in trials.Where(trial => trial.Target == reference) on one.Round equals other.Round
        select (one, other);
}
