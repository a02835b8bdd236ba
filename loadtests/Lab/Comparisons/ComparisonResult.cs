using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Two runs, or two groups of runs, compared.</summary>
/// <param name="A">What the first runs are called, as <paramref name="B"/> the second.</param>
/// <param name="Basis">What was compared, in words.</param>
/// <param name="Figures">In the order of a reader.</param>
/// <param name="Conditions">What the comparison was asked to fail for, and what came of it.</param>
internal sealed record ComparisonResult(
    string A,
    string B,
    string Basis,
    RunGroups Runs,
    IReadOnlyList<MetricComparison> Figures,
    IReadOnlyList<ConditionOutcome> Conditions)
{
    public bool Failed => Conditions.Any(condition => condition.Failed);
}
