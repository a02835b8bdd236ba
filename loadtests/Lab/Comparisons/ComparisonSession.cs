namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Runs two variants in turn on one seeded system: A in the folder <c>a</c>, B in <c>b</c>.</summary>
internal sealed class ComparisonSession(LabSettings settings, LabSession lab, TimeProvider time)
{
    /// <summary>All started processes are stopped on return.</summary>
    public async Task<TurnedRuns> RunAsync(Variant a, Variant b, int repeats, CancellationToken cancellationToken)
    {
        try
        {
            await using var session = await SystemSession.StartAsync(
                settings.Profile, lab.Folder, lab.Say, time, cancellationToken);
            return await TurnedRuns.RunAsync(
                repeats,
                (turn, token) => RunAsync(session, turn, turn.Side == Side.A ? a : b, repeats, token),
                cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new TurnedRuns([], [], Failure: null);
        }
        catch (ExpectedException exception)
        {
            return new TurnedRuns([], [], exception);
        }
    }

    /// <summary>Think times have the same seed in both runs of a pair, and a different one in each repeat.</summary>
    private async Task<RunFolder> RunAsync(
        SystemSession session, Turn turn, Variant variant, int repeats, CancellationToken cancellationToken)
    {
        lab.Say($"{turn.Side} {turn.Repeat} of {repeats}: {variant.Name}");
        await session.System.UseAsync(variant.Scenario, cancellationToken);
        var ofRepeat = settings with { Profile = settings.Profile with { Seed = settings.Profile.Seed + turn.Repeat - 1 } };
        var run = new ScenarioRun(ofRepeat, variant.Scenario, session, time);
        var folder = await run.RunAsync(Path.Combine(lab.Folder, turn.Folder), lab.Progress, cancellationToken);
        var load = (await folder.ReadRecordAsync(CancellationToken.None)).Load;
        lab.Say(
            $"{turn.Side} {turn.Repeat} of {repeats}: {load.RequestsPerSecond:0.0} req/s, "
            + $"mean {load.Latency.Mean.ToText(ms => $"{ms:0}")} ms, p99 {load.Latency.P99.ToText(ms => $"{ms:0}")} ms");
        return folder;
    }
}

/// <summary>The results of runs in turn.</summary>
/// <param name="A">The complete runs of A, in order; <paramref name="B"/> has as many.</param>
/// <param name="Failure">The failure that ended the runs early; null if there was none.</param>
internal sealed record TurnedRuns(IReadOnlyList<RunFolder> A, IReadOnlyList<RunFolder> B, ExpectedException? Failure)
{
    /// <summary>Runs A and B in turn, so that a drift of the machine affects both.</summary>
    /// <param name="run">Performs one run; if it is cancelled, it may return a partial run or throw.</param>
    /// <returns>The pairs that were complete before a failure or <paramref name="cancellationToken"/> ended the runs.</returns>
    public static async Task<TurnedRuns> RunAsync(
        int repeats, Func<Turn, CancellationToken, Task<RunFolder>> run, CancellationToken cancellationToken)
    {
        // Complete pairs are compared. The folder of an incomplete run is kept, but the run is not compared.
        List<RunFolder> ofA = [], ofB = [];
        var (_, failure) = await SuiteOutcome.RunAsync(
            async _ =>
            {
                for (var repeat = 1; repeat <= repeats; repeat++)
                {
                    var first = await run(new Turn(Side.A, repeat), cancellationToken);
                    cancellationToken.ThrowIfCancellationRequested();
                    var second = await run(new Turn(Side.B, repeat), cancellationToken);
                    cancellationToken.ThrowIfCancellationRequested();
                    ofA.Add(first);
                    ofB.Add(second);
                }
            },
            () => { },
            cancellationToken);
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
/// <param name="Repeat">The number of the repeat, from 1.</param>
internal sealed record Turn(Side Side, int Repeat)
{
    /// <summary>The path of its run folder within the folder of the comparison.</summary>
    public string Folder => Path.Combine(Side == Side.A ? "a" : "b", $"{Repeat:00}");
}
