namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>The study of loads that were run on two engines: their figures, where they differ, and why.</summary>
internal static class EngineStudy
{
    /// <param name="runs">In any order. Runs of a load that only one engine ran are left out.</param>
    /// <param name="first">The name of the engine to compare with.</param>
    /// <returns>Null if no load was run on both.</returns>
    public static Study? FromRecords(IReadOnlyList<RunRecord> runs, string first)
    {
        List<EnginePair> pairs =
        [
            .. from load in runs.GroupBy(run => run.Manifest.Scenario)
               let one = load.FirstOrDefault(run => run.Manifest.Engine == first)
               let other = load.FirstOrDefault(run => run.Manifest.Engine != first)
               where one is not null && other is not null
               select new EnginePair(one.Manifest.Title, EngineRun.FromRecord(one), EngineRun.FromRecord(other)),
        ];
        return pairs.Count == 0 ? null : Build(StudyEnvelope.FromRuns(runs, runs[0].Manifest.Lab), pairs);
    }

    /// <param name="envelope">Its title is the lab.</param>
    /// <param name="pairs">At least one pair; the first run of every pair is of the same engine.</param>
    public static Study Build(StudyEnvelope envelope, IReadOnlyList<EnginePair> pairs)
    {
        var (first, second) = (pairs[0].First.Engine, pairs[0].Second.Engine);
        return new Study(
            envelope with { Title = $"{envelope.Title} with {first} and with {second}" },
            $"The same load with both engines, in turn. Generator and system ran together on {envelope.Machine.Cores} cores. "
            + $"Differences are those from {first}: {VerdictBasis.Describe(runs: 1)}, so that small ones may be chance.",
            [
                .. pairs.Index().Select(pair => new StudySection(
                    $"load-{pair.Index + 1}",
                    pair.Item.Title,
                    new EngineTable(pair.Item.Runs).Build($"load{pair.Index + 1}", pair.Item.Title),
                    new StudyNotes(EngineDifferences.Describe(pair.Item)))),
            ]);
    }
}
