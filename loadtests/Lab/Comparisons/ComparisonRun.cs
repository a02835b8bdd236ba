using DroneDelivery.LoadTests.Insight.Statistics;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Runs both variants and shows what came of it, also of what was finished before it was stopped.</summary>
internal sealed class ComparisonRun(LabSettings settings, ComparisonOutcome outcome, TimeProvider time)
{
    /// <returns>The exit code.</returns>
    /// <exception cref="LabException">The system failed; what was finished is shown first.</exception>
    public async Task<int> RunAsync(Variant a, Variant b, int repeats, bool falseAlarms, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        progress.WarnOfDebugBuild();
        await using var live = await RunWatch.StartIfAskedAsync(settings.LivePort, progress, time, cancellationToken);
        var session = new ComparisonSession(live is null ? settings : settings with { Watch = live.Show }, progress, time);
        var runs = await session.RunAsync(a, b, repeats, cancellationToken);
        var exitCode = await ShowAsync(a, b, runs, falseAlarms, progress);
        progress.Say($"Runs: {session.Folder}");
        if (runs.Failure is not null)
        {
            throw new LabException(runs.Failure);
        }

        if (!cancellationToken.IsCancellationRequested)
        {
            return exitCode;
        }

        progress.Say($"Interrupted after {runs.A.Count} of {repeats} pairs.");
        return ExitCode.Interrupted;
    }

    private async Task<int> ShowAsync(Variant a, Variant b, TurnedRuns runs, bool falseAlarms, LabProgress progress)
    {
        progress.Say("");
        return runs.A.Count switch
        {
            0 => 0,
            < RepeatComparison.LeastRepeats when falseAlarms => 0,
            _ when falseAlarms => await outcome.ShowFalseAlarmsAsync([.. runs.A, .. runs.B], CancellationToken.None),
            _ => await outcome.ShowAsync(a.Name, runs.A, b.Name, runs.B, CancellationToken.None),
        };
    }
}
