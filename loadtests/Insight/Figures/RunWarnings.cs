namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Warnings about the figures of a run.</summary>
public static class RunWarnings
{
    private const string Repeat = "Repeat the run on a quiet machine.";

    /// <summary>Warnings that apply to all figures of a build and of a machine that was checked before the load.</summary>
    public static IEnumerable<string> BeforeRun(bool debugBuild, MachineInfo machine) =>
    [
        .. When(debugBuild, "Debug build: these figures are not to be quoted. Repeat the run with -c Release."),
        .. machine.Health is { MaySpoil: true } health ? [health.Text] : Array.Empty<string>(),
    ];

    /// <summary>The warning about the use of the machine by others while load was measured.</summary>
    /// <param name="load">Null if it is not known.</param>
    public static IEnumerable<string> DuringLoad(MachineLoad? load) => When(
        load is null ? null : RunConditions.Disturbances(load), found => $"The machine was disturbed. {found} {Repeat}");

    public static IReadOnlyList<string> ForRun(RunRecord run) => ForRuns([run]);

    /// <summary>The warnings of all runs, the most serious first.</summary>
    public static IReadOnlyList<string> ForRuns(IReadOnlyList<RunRecord> runs) =>
        [.. Kinds.SelectMany(runs.SelectMany), .. NotStated(runs)];

    private static readonly IReadOnlyList<Func<RunRecord, IEnumerable<string>>> Kinds =
    [
        run => When(
            run.Manifest.Interrupted,
            $"{run.Manifest.Title} was interrupted: its figures cover the first {Short(run.Load.DurationSeconds)} s of the load. "
            + "Calls and RU per operation may lack those of the last second."),
        run => BeforeRun(run.Manifest.DebugBuild, run.Manifest.Machine),
        run => When(
            RunConditions.FromRecord(run) is { GeneratorLimit: not null } conditions ? conditions : null,
            limited => $"{run.Manifest.Title}: the load generator was {limited.Generator}. {limited.GeneratorLimit} "
                + "The figures may show the generator rather than the system."),
        run => When(
            RunConditions.FromRecord(run).Disturbance,
            disturbance => $"{run.Manifest.Title}: the machine was disturbed. {disturbance} {Repeat}"),
        run => When(
            run.Manifest.StoppedBy,
            threshold => $"{run.Manifest.Title} was stopped by the threshold {threshold}: its figures cover the first "
                + $"{Short(run.Load.DurationSeconds)} s of the load."),
        run => When(
            run.Cosmos is { IsCounted: false, Account: not null },
            $"{run.Manifest.Title}: calls, RU and partitions of the database are not available, because {run.Cosmos.Account} "
            + "makes no HTTP calls for data that the service could count."),
        run => When(run.Cosmos.Estimate, estimate => $"{run.Manifest.Title}: {estimate.InWords}"),
        run => run.Manifest.Import is { } import ? Origin(run.Manifest.Title, import) : [],
        run => When(
            run.Manifest.Import is null && run.Load.Generator.LatenessP99Ms is null,
            $"Measured with {run.Manifest.Engine}: a latency counts from the request's real start. "
            + "The lateness of that start is not known and is in no figure."),
    ];

    /// <summary>One warning for all runs. The reason for one figure is also that for the higher ones.</summary>
    private static IEnumerable<string> NotStated(IReadOnlyList<RunRecord> runs)
    {
        List<string> hidden =
        [
            .. from run in runs
               let figures = run.Load.Latency.NotStated
               where figures is { Count: > 0 }
               select $"{run.Manifest.Title}, {string.Join(", ", figures.Keys)} ({figures.Values.First()})",
        ];
        return When(hidden.Count > 0, $"Latency is not stated: {string.Join("; ", hidden)}.");
    }

    private static IEnumerable<string> Origin(string title, ImportRecord import) =>
    [
        $"{title} was imported from {import.Tool}: latencies count from {import.LatencyFrom}. "
            + $"Not in the files: {string.Join(", ", import.Lacks)}.",
        .. When(
            import.SampledShare is not null,
            $"{title}: the source kept {Share(import.SampledShare ?? 1)} of the requests, each of which counts for several: "
            + "counts and percentiles are estimates."),
    ];

    private static IEnumerable<string> When(bool condition, string warning) => condition ? [warning] : [];

    private static IEnumerable<string> When<T>(T? found, Func<T, string> warning)
        where T : class => found is null ? [] : [warning(found)];
}
