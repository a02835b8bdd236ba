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

/// <summary>What came of runs in turn.</summary>
/// <param name="A">Whole runs only, in order, as in <paramref name="B"/>.</param>
/// <param name="Failure">What ended them early, in words for a reader; null when nothing did.</param>
internal sealed record TurnedRuns(IReadOnlyList<RunFolder> A, IReadOnlyList<RunFolder> B, string? Failure)
{
    /// <summary>Runs A and B in turn: what drifts on a machine, drifts under both.</summary>
    /// <param name="run">Makes one run; a cancelled one may return what it has, or throw.</param>
    /// <returns>Pairs that were finished before a failure or <paramref name="cancellationToken"/> ended them.</returns>
    public static async Task<TurnedRuns> RunAsync(
        Variant a, Variant b, int repeats, Func<Turn, CancellationToken, Task<RunFolder>> run,
        CancellationToken cancellationToken)
    {
        List<RunFolder> ofA = [], ofB = [];
        string? failure = null;
        try
        {
            for (var repeat = 1; repeat <= repeats; repeat++)
            {
                var first = await run(new Turn(Side.A, repeat, a), cancellationToken);
                cancellationToken.ThrowIfCancellationRequested();
                var second = await run(new Turn(Side.B, repeat, b), cancellationToken);
                cancellationToken.ThrowIfCancellationRequested();
                ofA.Add(first);
                ofB.Add(second);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Pairs that are whole stand; the run that was cut short stays in its folder and is not compared.
        }
        catch (LabException exception)
        {
            failure = exception.Message;
        }

        return new TurnedRuns(ofA, ofB, failure);
    }
}

/// <summary>The side of a comparison that a run belongs to.</summary>
internal enum Side
{
    A,
    B,
}

/// <summary>One run of a comparison.</summary>
/// <param name="Repeat">From 1.</param>
internal sealed record Turn(Side Side, int Repeat, Variant Variant)
{
    /// <summary>Where its run folder lies in the folder of the comparison.</summary>
    public string Folder => Path.Combine(Side == Side.A ? "a" : "b", FormattableString.Invariant($"{Repeat:00}"));
}
