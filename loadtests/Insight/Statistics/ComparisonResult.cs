namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>All that a comparison has to tell.</summary>
/// <param name="A">What the first runs are called, as <paramref name="B"/> the second.</param>
/// <param name="Basis">What was compared, in words.</param>
/// <param name="Figures">In the order of a reader.</param>
/// <param name="Conditions">What must not be, and whether it is.</param>
public sealed record ComparisonResult(
    string A, string B, string Basis, IReadOnlyList<MetricComparison> Figures, IReadOnlyList<ConditionOutcome> Conditions)
{
    /// <summary>What a reader has to know of the runs before the figures count for anything.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    public bool Failed => Conditions.Any(condition => condition.Failed);

    public static ComparisonResult FromFigures(
        string a,
        string b,
        string basis,
        RunGroups runs,
        IReadOnlyList<MetricComparison> figures,
        IReadOnlyList<FailCondition> conditions) =>
        new(a, b, basis, figures, [.. conditions.Select(condition => condition.Check(figures))])
        {
            Notes = [.. runs.Notes()],
        };
}
