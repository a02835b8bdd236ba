using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Engines;

/// <summary>Loads that were run on two engines.</summary>
/// <param name="Title">Of the lab.</param>
/// <param name="Command">The command line that repeats it.</param>
/// <param name="Pairs">One at least; the first of each is of the same engine.</param>
public sealed record EngineComparison(
    string Title, DateTimeOffset StartedAt, string Command, MachineInfo Machine, bool DebugBuild, IReadOnlyList<EnginePair> Pairs)
{
    /// <param name="runs">In any order; those of a load that only one engine ran are left out.</param>
    /// <param name="first">The engine to compare with.</param>
    /// <returns>Null where no load was run on both.</returns>
    public static EngineComparison? Of(IReadOnlyList<RunRecord> runs, string first)
    {
        var manifest = runs.FirstOrDefault()?.Manifest;
        List<EnginePair> pairs =
        [
            .. from load in runs.GroupBy(run => run.Manifest.Scenario)
               let one = load.FirstOrDefault(run => run.Manifest.Engine == first)
               let other = load.FirstOrDefault(run => run.Manifest.Engine != first)
               where one is not null && other is not null
               select new EnginePair(one.Manifest.Title, EngineRun.Of(one), EngineRun.Of(other)),
        ];
        return manifest is null || pairs.Count == 0
            ? null
            : new EngineComparison(
                manifest.Lab, manifest.StartedAt, manifest.Command, manifest.Machine, manifest.DebugBuild, pairs);
    }
}
