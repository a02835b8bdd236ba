using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>What one engine measured of a load that another one ran too.</summary>
/// <param name="Engine">Its name.</param>
/// <param name="Interrupted">The load ended before its time: figures cover the part that ran.</param>
/// <param name="RequestUnitsPerOperation">By the database's count; null where no database was watched.</param>
public sealed record EngineRun(string Engine, LoadRecord Load, bool Interrupted, double? RequestUnitsPerOperation)
{
    /// <summary>
    /// Whether it knows how late its requests left, and counts latencies from the moment at which they were due.
    /// </summary>
    internal bool KnowsLateness => Load.Generator.LatenessP99Ms is not null;

    /// <summary>How long the load was to last, in seconds; as long as it did where that is not recorded.</summary>
    internal double PlannedSeconds => Load.PlannedSeconds ?? Load.DurationSeconds;

    /// <summary>What limited its figures, apart from the system.</summary>
    internal RunConditions Conditions { get; init; } = new(GeneratorLimit: null, Disturbance: null);

    internal double MeanUsers => Load.Seconds.Select(second => (double)second.Users).DefaultIfEmpty().Average();

    public static EngineRun FromRecord(RunRecord run)
    {
        var units = ScenarioFigures.From(run).RequestUnitsPerOperation;
        return new EngineRun(run.Manifest.Engine, run.Load, run.Manifest.Interrupted, units > 0 ? units : null)
        {
            Conditions = RunConditions.FromRecord(run),
        };
    }
}

/// <summary>One load on two engines.</summary>
/// <param name="Title">Of the load.</param>
public sealed record EnginePair(string Title, EngineRun First, EngineRun Second)
{
    internal IReadOnlyList<EngineRun> Runs => [First, Second];
}
