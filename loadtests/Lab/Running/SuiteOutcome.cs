using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>What came of a suite: of runs, one after another.</summary>
/// <param name="Folders">Of the runs that were finished, or cancelled with something measured, in order.</param>
/// <param name="Failure">What ended the suite early, in words for a reader; null when nothing did.</param>
internal sealed record SuiteOutcome(IReadOnlyList<RunFolder> Folders, string? Failure)
{
    /// <param name="run">Adds each folder once it is written. That it is cancelled or fails leaves those.</param>
    /// <param name="stopped">Called where it threw because it was cancelled.</param>
    public static async Task<SuiteOutcome> OfAsync(
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
        catch (LabException exception)
        {
            return new SuiteOutcome(folders, exception.Message);
        }

        return new SuiteOutcome(folders, Failure: null);
    }
}
