namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Compares runs, and checks the conditions on the result.</summary>
/// <param name="junit">The file of the JUnit report; null for none.</param>
/// <param name="aa">Whether all runs are of the same variant, so that every difference is a false positive.</param>
/// <param name="command">The command line that repeats the comparison.</param>
internal sealed class ComparisonJudge(IReadOnlyList<FailCondition> conditions, FileInfo? junit, bool aa, string command)
{
    /// <summary>Whether the last study failed a condition.</summary>
    public bool Failed { get; private set; }

    /// <summary>The minimum number of runs of each side.</summary>
    public int MinRuns => aa ? RepeatComparison.MinRepeats : 1;

    /// <exception cref="LabException">A run cannot be read, there are too few runs, or the report cannot be written.</exception>
    public async Task<Study> StudyAsync(
        string nameA, IReadOnlyList<RunFolder> a, string nameB, IReadOnlyList<RunFolder> b, CancellationToken cancellationToken)
    {
        var study = aa
            ? FalseAlarmsStudy.Build((await GivenRuns.ReadAsync([("A", [.. a, .. b])], cancellationToken))[0])
            : ExplanationSection.Add(
                Judge(await RunPair.CompareAsync(nameA, a, nameB, b, conditions, cancellationToken)),
                await RunFolders.ReadAsync(() => RunFolder.ReadAllAsync([a[^1], b[^1]], cancellationToken)));
        return study with { Envelope = study.Envelope with { Command = command } };
    }

    private Study Judge(ComparisonResult result)
    {
        Failed = result.Failed;
        var study = ComparisonStudy.Build(result);
        OutputFile.Write(junit, ToJunit(result, study).Write);
        return study;
    }

    /// <summary>The report has a test for each figure; the test fails if a condition on the figure fails.</summary>
    internal static JunitReport ToJunit(ComparisonResult result, Study study)
    {
        var metrics = result.Figures.Select(figure => figure.Metric)
            .Union(result.Conditions.Select(outcome => outcome.Condition.Metric));
        return new JunitReport(
            $"{ComparisonStudy.Name} {result.A} {result.B}",
            [.. metrics.Select(metric => new JunitTest(metric.Title, Line(metric), [.. Failures(metric)]))],
            StudyText.Render(study),
            study.Envelope.StartedAt);

        string Line(RunMetric metric) => result.Figures.FirstOrDefault(figure => figure.Metric == metric) is { } compared
            ? ComparisonStudy.Line(compared)
            : "not compared";

        IEnumerable<(string, string)> Failures(RunMetric metric) => result.Conditions
            .Where(outcome => outcome.Condition.Metric == metric && outcome.Failed)
            .Select(outcome => (outcome.Condition.ToString(), outcome.Message));
    }
}

/// <summary>The comparison of two runs, or of two groups of runs.</summary>
/// <param name="A">The name of the first runs; <paramref name="B"/> is the name of the second.</param>
/// <param name="Basis">The compared runs, in words.</param>
/// <param name="Figures">The compared figures, in the order of the table.</param>
/// <param name="Conditions">The conditions of <c>--fail-if</c>, and their outcomes.</param>
internal sealed record ComparisonResult(
    string A, string B, string Basis, RunGroups Runs, IReadOnlyList<MetricComparison> Figures,
    IReadOnlyList<ConditionOutcome> Conditions)
{
    public bool Failed => Conditions.Any(condition => condition.Failed);
}
