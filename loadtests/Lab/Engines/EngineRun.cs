namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>The measurements of one engine for a load that another engine ran too.</summary>
/// <param name="Engine">The name of the engine.</param>
/// <param name="Interrupted">The load ended early: the figures cover the part that ran.</param>
/// <param name="RequestUnitsPerOperation">As counted by the database; null if no database was measured.</param>
public sealed record EngineRun(string Engine, LoadRecord Load, bool Interrupted, double? RequestUnitsPerOperation)
{
    /// <summary>Whether the engine measures lateness, and counts latencies from the moment at which a request was due.</summary>
    internal bool KnowsLateness => Load.Generator.LatenessP99Ms is not null;

    /// <summary>The planned duration in seconds; the real duration if no planned one is recorded.</summary>
    internal double PlannedSeconds => Load.PlannedSeconds ?? Load.DurationSeconds;

    /// <summary>Limits of the figures that do not come from the system.</summary>
    internal RunConditions Conditions { get; init; } = new(GeneratorLimit: null, Disturbance: null);

    internal double MeanUsers => Load.Seconds.Select(second => (double)(second.Users ?? 0)).DefaultIfEmpty().Average();

    public static EngineRun FromRecord(RunRecord run)
    {
        var units = new ScenarioFigures(run).RequestUnitsPerOperation;
        return new EngineRun(run.Manifest.Engine, run.Load, run.Manifest.Interrupted, units > 0 ? units : null)
        {
            Conditions = RunConditions.FromRecord(run),
        };
    }
}

/// <summary>One load on two engines.</summary>
/// <param name="Title">The title of the load.</param>
public sealed record EnginePair(string Title, EngineRun First, EngineRun Second)
{
    internal IReadOnlyList<EngineRun> Runs => [First, Second];
}
