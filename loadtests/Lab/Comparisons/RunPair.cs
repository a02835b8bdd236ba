namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Compares the runs of two sides: repeats by the differences between runs, single runs by their seconds.</summary>
internal static class RunPair
{
    /// <exception cref="LabException">The runs are refused by <see cref="GivenRuns"/>, or only one side has several.</exception>
    public static async Task<ComparisonResult> CompareAsync(
        string nameA, IReadOnlyList<RunFolder> a, string nameB, IReadOnlyList<RunFolder> b,
        IReadOnlyList<FailCondition> conditions, CancellationToken cancellationToken)
    {
        var sides = await GivenRuns.ReadAsync([("A", a), ("B", b)], cancellationToken);
        var runs = new RunGroups(sides[0], sides[1]);
        var figures = (a, b) switch
        {
            ([var single], [var other]) => await CompareAsync(runs, single, other, cancellationToken),
            ({ Count: >= RepeatComparison.MinRepeats }, { Count: >= RepeatComparison.MinRepeats }) =>
                RepeatComparison.FromRuns(runs.A, runs.B),
            _ => throw new LabException(
                $"A has {Counted(a.Count, "run")}, B {Counted(b.Count, "run")}: one of each can be compared, or several."),
        };
        return new ComparisonResult(
            nameA, nameB, Basis(a.Count, b.Count), runs, figures, [.. conditions.Select(condition => condition.Check(figures))]);
    }

    private static async Task<IReadOnlyList<MetricComparison>> CompareAsync(
        RunGroups runs, RunFolder a, RunFolder b, CancellationToken cancellationToken)
    {
        var samplesA = await RunFolders.ReadAsync(() => a.ReadSamplesAsync(cancellationToken));
        var samplesB = await RunFolders.ReadAsync(() => b.ReadSamplesAsync(cancellationToken));
        return RunComparison.FromRuns(runs.A[0], samplesA, runs.B[0], samplesB);
    }

    private static string Basis(int a, int b) => (a, b) switch
    {
        (1, 1) => $"One run of A, one of B ({VerdictBasis.Describe(runs: 1)} of how runs differ by chance): "
            + $"{RunComparison.BetweenRuns:P0} is allowed for that. The 95 % intervals are of the seconds within the runs.",
        _ when a == b => $"{a} runs of A, {b} of B; {Medians(a)}{Advice(a)}",
        _ => $"{Counted(a, "run")} of A, {Counted(b, "run")} of B; for A {Medians(a)} For B {Medians(b)}{Advice(Math.Min(a, b))}",
    };

    private static string Medians(int runs) =>
        $"medians with intervals that hold the true median {MedianInterval.CoverageOf(runs) * 100:0} times in 100.";

    private static string Advice(int runs) =>
        MedianInterval.CoverageOf(runs) < Bootstrap.Level ? " Six or more runs of each make it 95." : "";
}
