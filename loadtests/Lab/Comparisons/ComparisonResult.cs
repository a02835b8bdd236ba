using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The comparison of two runs, or of two groups of runs.</summary>
/// <param name="A">The name of the first runs; <paramref name="B"/> is the name of the second.</param>
/// <param name="Basis">The compared runs, in words.</param>
/// <param name="Figures">The compared figures, in the order of the table.</param>
/// <param name="Conditions">The conditions of <c>--fail-if</c>, and their outcomes.</param>
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
