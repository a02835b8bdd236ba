namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>The study of the matrix: planted faults and the advisor's findings, and one run of it as a line.</summary>
internal static class MatrixStudy
{
    public const string Name = "advice-matrix";

    public static string Line(MatrixRow row) =>
        $"{Milliseconds(row.Mean)}, fault costs {Cost(row).Text}: {Words(row.Verdict)}; {Findings(row)}";

    /// <inheritdoc cref="MatrixFigures.ReadAsync"/>
    public static async Task<Study> ReadAsync(IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken) =>
        Build(await MatrixFigures.ReadAsync(folders, cancellationToken));

    public static Study Build(MatrixFigures figures)
    {
        var faults = figures.Rows.Where(row => row.Fault is not null).ToList();
        return new Study(
            figures.Envelope,
            $"{faults.Count(row => row.Verdict == MatrixVerdict.Right)} right, "
                + $"{faults.Count(row => row.Verdict == MatrixVerdict.Wrong)} wrong, "
                + $"{faults.Count(row => row.Verdict == MatrixVerdict.NotRequired)} that cost too little to be named. "
                + $"{figures.Healthy.Sum(row => row.CertainFindings)} certain findings in {figures.Healthy.Count} healthy runs.",
            [
                new StudySection("faults", "Planted faults", Faults(faults)),
                new StudySection("healthy", "Findings in healthy runs", new StudyNotes(
                    [.. figures.Healthy.Where(row => row.Diagnosis.Findings.Count > 0)
                        .Select(row => $"{row.Diagnosis.Manifest.Title}: {Findings(row)}.")])),
            ]);
    }

    private static StudyTable Faults(IEnumerable<MatrixRow> rows) => new StudyTableBuilder<MatrixRow>("faults", "Each fault")
        .Words("fault", "fault", row => row.Fault!.Kind)
        .Words("strength", "strength", row => row.Fault!.Strength.ToString().ToLowerInvariant())
        .Figure("meanMs", "mean", row => Cell.Latency(row.Mean) with { Text = Milliseconds(row.Mean) })
        .Figure("cost", "costs", Cost)
        .Words("findings", "findings, first to last", Findings)
        .Words("verdict", "verdict", row => Words(row.Verdict))
        .Build(rows);

    private static string Findings(MatrixRow row) => row.Diagnosis.Findings.Count == 0
        ? "none"
        : string.Join("; ", row.Diagnosis.Findings.Select(finding =>
            $"{finding.Title.TrimEnd('.')} ({DiagnosisText.Words(finding.Confidence)}, {Share(finding.Share)})"));

    private static Cell Cost(MatrixRow row) => Cell.Percent(row.Cost) is var cost && row.Cost is not null && row.Mean.AtLeast
        ? cost with { Text = $"at least {cost.Text}", AtLeast = true }
        : cost;

    private static string Words(MatrixVerdict verdict) => verdict switch
    {
        MatrixVerdict.Right => "right",
        MatrixVerdict.Wrong => "WRONG",
        _ => "not required",
    };
}
