namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>The figures of the matrix, from its run folders.</summary>
internal sealed record MatrixFigures(StudyEnvelope Envelope, IReadOnlyList<MatrixRow> Rows)
{
    private const int HealthyRunsOfACertainFinding = 40;

    public IReadOnlyList<MatrixRow> Healthy => [.. Rows.Where(row => row.Fault is null)];

    /// <summary>Whether no verdict is wrong, and there is at most one certain finding in 40 healthy runs.</summary>
    public bool IsRight => !Rows.Any(row => row.Verdict == MatrixVerdict.Wrong)
        && Healthy.Sum(row => row.CertainFindings) * HealthyRunsOfACertainFinding
            <= Math.Max(Healthy.Count, HealthyRunsOfACertainFinding);

    /// <param name="folders">At least one. Reference runs have no row.</param>
    /// <exception cref="InvalidDataException">A run is of another lab, or its fault is not known.</exception>
    public static async Task<MatrixFigures> ReadAsync(IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken)
    {
        var records = await Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(cancellationToken)));
        var rows = new List<MatrixRow>();
        // One after another: the samples of all runs together need much memory.
        foreach (var (folder, record) in folders.Zip(records).Where(run => !MatrixRun.IsReference(run.Second.Manifest.Scenario)))
        {
            rows.Add(MatrixRow.FromRun(new RunData(record, await folder.ReadSamplesAsync(cancellationToken)), records));
        }

        return new(StudyEnvelope.FromRuns(records, "planted faults and what the advisor finds"), rows);
    }
}
