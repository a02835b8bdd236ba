namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The outcome of a suite of runs, one after another.</summary>
/// <param name="Folders">The folders of the runs that finished, or were cancelled after something was measured, in order.</param>
/// <param name="Failure">The failure that ended the suite early; null if there was none.</param>
internal sealed record SuiteOutcome(IReadOnlyList<RunFolder> Folders, ExpectedException? Failure)
{
    /// <summary>The folders, and that of the run that failed if it has measurements.</summary>
    public IReadOnlyList<RunFolder> Measured { get; init; } =
        Failure is LabException { Kept: { } kept } ? [.. Folders, kept] : Folders;

    /// <param name="run">Adds each folder once it is written. Cancellation and failure keep these folders.</param>
    /// <param name="stopped">Called if <paramref name="run"/> throws because of cancellation.</param>
    public static async Task<SuiteOutcome> RunAsync(
        Func<List<RunFolder>, Task> run, Action stopped, CancellationToken cancellationToken)
    {
        var folders = new List<RunFolder>();
        try
        {
            await run(folders);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            stopped();
        }
        catch (ExpectedException exception)
        {
            return new SuiteOutcome(folders, exception);
        }

        return new SuiteOutcome(folders, Failure: null);
    }
}
