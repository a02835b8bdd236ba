using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.GatewayCost;

/// <summary>Compares two targets within each round, then takes the median: rounds differ more than targets do.</summary>
internal static class SameRound
{
    /// <summary>Null where no round has both.</summary>
    public static double? Median(
        IReadOnlyList<CostTrial> trials, string target, string reference, Func<CostTrial, CostTrial, double> compare)
    {
        var references = trials.Where(trial => trial.Target == reference).ToDictionary(trial => trial.Round);
        double[] compared =
        [
            .. from trial in trials
               where trial.Target == target && references.ContainsKey(trial.Round)
               select compare(trial, references[trial.Round]),
        ];
        return compared.Length == 0 ? null : compared.Median();
    }
}
