namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>One execution of a lab's command.</summary>
/// <param name="Folder">Where runs, logs of processes and the study go: <c>{time}-{lab}</c>.</param>
internal sealed record LabSession(string Folder, LabProgress Progress)
{
    public void Say(string line) => Progress.Say(line);

    /// <summary>The study of the runs of the first engine. Runs of two engines are also shown next to each other.</summary>
    /// <returns>Null if Ctrl+C came before the first run folder of the first engine was written.</returns>
    /// <exception cref="LabException">A failure came before that, or a file cannot be read or written.</exception>
    public async Task<Study?> StudyAsync(
        SideBySide engines, SuiteOutcome outcome, Func<IReadOnlyList<RunFolder>, CancellationToken, Task<Study>> read,
        CancellationToken cancellationToken)
    {
        var records = await RunFolders.ReadAsync(
            () => Task.WhenAll(outcome.Measured.Select(run => run.ReadRecordAsync(CancellationToken.None))));
        await engines.ShowAsync(records, Folder, Say);
        List<RunFolder> own =
            [.. outcome.Measured.Zip(records).Where(run => engines.IsOfEngine(run.Second)).Select(run => run.First)];
        if (own.Count == 0 && outcome.Measured.Count > 0)
        {
            Say($"Runs:   {Folder}");
        }

        return await StudyAsync(outcome with { Measured = own }, read, cancellationToken);
    }

    /// <summary>The study of a suite of runs; null if Ctrl+C came before the first run folder was written.</summary>
    /// <exception cref="LabException">A failure ended the suite before the first run folder was written.</exception>
    public static async Task<Study?> StudyAsync(
        SuiteOutcome outcome, Func<IReadOnlyList<RunFolder>, CancellationToken, Task<Study>> read,
        CancellationToken cancellationToken)
    {
        if (outcome.Measured.Count == 0)
        {
            return outcome.Failure is { } failure ? throw new LabException(failure.Message, failure) : null;
        }

        var study = await RunFolders.ReadAsync(() => read(outcome.Measured, CancellationToken.None));
        var interrupted = study.Envelope.Interrupted || cancellationToken.IsCancellationRequested;
        return study with { Envelope = study.Envelope with { Failure = outcome.Failure?.Message, Interrupted = interrupted } };
    }
}
