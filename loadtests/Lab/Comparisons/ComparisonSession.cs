using System.Globalization;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Runs two variants in turn on one seeded system.</summary>
/// <param name="settings">
/// The runs folder gets the runs of A in <c>a</c>, those of B in <c>b</c>, and the logs of the processes.
/// </param>
internal sealed class ComparisonSession(LabSettings settings, LabProgress progress, TimeProvider time)
{
    /// <summary>Everything that was started is stopped on return.</summary>
    public async Task<TurnedRuns> RunAsync(Variant a, Variant b, int repeats, CancellationToken cancellationToken)
    {
        try
        {
            await using var session = await SystemSession.StartAsync(
                settings.Profile, settings.RunsFolder, progress.Say, time, cancellationToken);
            return await TurnedRuns.RunAsync(
                a, b, repeats, (turn, token) => RunAsync(session, turn, repeats, token), cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new TurnedRuns([], [], Failure: null);
        }
        catch (LabException exception)
        {
            return new TurnedRuns([], [], exception.Message);
        }
    }

    /// <summary>Users of each repeat think other thoughts; those of one pair the same.</summary>
    private async Task<RunFolder> RunAsync(SystemSession session, Turn turn, int repeats, CancellationToken cancellationToken)
    {
        progress.Say($"{turn.Side} {turn.Repeat} of {repeats}: {turn.Variant.Name}");
        await session.UseAsync(turn.Variant.Scenario, cancellationToken);
        var ofRepeat = settings with { Profile = settings.Profile with { Seed = settings.Profile.Seed + turn.Repeat - 1 } };
        var run = new ScenarioRun(ofRepeat, turn.Variant.Scenario, session, time);
        var folder = await run.RunAsync(Path.Combine(settings.RunsFolder, turn.Folder), progress, cancellationToken);
        var load = (await folder.ReadRecordAsync(CancellationToken.None)).Load;
        progress.Say(string.Create(
            CultureInfo.InvariantCulture,
            $"{turn.Side} {turn.Repeat} of {repeats}: {load.RequestsPerSecond:0.0} req/s, mean {load.Latency.MeanMs:0} "
            + $"ms, p99 {load.Latency.P99.ToText(ms => $"{ms:0}")} ms"));
        return folder;
    }
}
