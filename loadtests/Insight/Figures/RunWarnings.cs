namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Warnings about the figures of a run.</summary>
public static class RunWarnings
{
    private const string Repeat = "Repeat the run on a quiet machine.";

    /// <summary>Warnings that apply to all figures of a build and a machine.</summary>
    public static IEnumerable<string> ForSetting(bool debugBuild, MachineInfo machine)
    {
        var disturbance = machine.DuringRun is { } load ? RunConditions.Disturbances(load) : null;
        return
        [
            .. BeforeRun(debugBuild, machine),
            .. When(disturbance is not null, $"The machine was disturbed. {disturbance} {Repeat}"),
        ];
    }

    public static IEnumerable<string> ForRun(RunRecord run)
    {
        var (title, load, conditions) = (run.Manifest.Title, run.Load, RunConditions.FromRecord(run));
        return
        [
            .. BeforeRun(run.Manifest.DebugBuild, run.Manifest.Machine),
            .. When(
                run.Manifest.Interrupted,
                $"{title} was interrupted: its figures cover the first {Short(load.DurationSeconds)} s of the load. "
                + "Calls and RU per operation may lack those of the last second."),
            .. When(
                run.Manifest.StoppedBy is not null,
                $"{title} was stopped by the threshold {run.Manifest.StoppedBy}: its figures cover the first "
                + $"{Short(load.DurationSeconds)} s of the load."),
            .. When(
                run.Cosmos is { IsCounted: false, Account: not null },
                $"{title}: calls, RU and partitions of the database are not available, because {run.Cosmos.Account} makes no "
                + "HTTP calls for data that the service could count."),
            .. When(run.Cosmos.Estimate is not null, $"{title}: {run.Cosmos.Estimate?.InWords}"),
            .. When(
                run.SchemaVersion == RunRecord.SuccessesOnlyVersion && load.ClientErrors + load.CutOff > 0,
                $"{title} was recorded by an older version: its latency leaves out the requests that failed. "
                + "Repeat the run to compare it with newer ones."),
            .. (load.Latency.NotStated ?? new Dictionary<string, string>())
                .GroupBy(figure => figure.Value, figure => figure.Key)
                .Select(names => $"{title}: {string.Join(", ", names)} latency is not stated, since {names.Key}."),
            .. run.Manifest.Import is { } import ? Origin(title, import) : [],
            .. When(
                run.Manifest.Import is null && load.Generator.LatenessP99Ms is null,
                $"Measured with {run.Manifest.Engine}: a latency counts from the request's real start. "
                + "The lateness of that start is not known and is in no figure."),
            .. When(
                conditions.Disturbance is not null, $"{title}: the machine was disturbed. {conditions.Disturbance} {Repeat}"),
            .. When(
                conditions.GeneratorLimit is not null,
                $"{title}: the load generator was {conditions.Generator}. {conditions.GeneratorLimit} "
                + "The figures may show the generator rather than the system."),
        ];
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

    private static IEnumerable<string> BeforeRun(bool debugBuild, MachineInfo machine) =>
    [
        .. When(debugBuild, "Debug build: these figures are not to be quoted. Repeat the run with -c Release."),
        .. machine.Health is { MaySpoil: true } health ? [health.Text] : Array.Empty<string>(),
    ];

    private static IEnumerable<string> When(bool condition, string warning) => condition ? [warning] : [];
}
