namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The configuration and machine of each run, the command that repeats it, and the number of samples kept.</summary>
internal static class SetupSection
{
    /// <summary>Enough characters to identify a commit, and few enough for a column.</summary>
    private const int CommitLength = 12;

    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new(
        "setup",
        "How to repeat it",
        Configuration(runs),
        new StudyProse(
            "Memory and run folders are bounded. Figures of load, latency and database cover every request that was sent; "
            + "waterfalls, calls to backends and the parts of latency cover the traces that were kept.")
        { Heading = "Samples kept and left out" },
        Losses(runs))
    { IsFolded = true };

    private static StudyTable Configuration(IReadOnlyList<ReportRun> runs)
    {
        return RunParts.Table("configuration", "Configuration", runs,
        [
            Row("Command", manifest => Code(manifest.Command)),
            Row("Started", manifest => manifest.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture)),
            ("Measured", run => $"{Short(run.Figures.DurationSeconds)} s"),
            Row("Load", manifest => manifest.Load),
            Row("Load engine", manifest => manifest.Engine),
            .. runs.Any(run => run.IsImported)
                ? [ImportRow("Files", import => import.Files), ImportRow("Not in the files", import => import.Lacks)]
                : Array.Empty<(string, Func<ReportRun, Cell>)>(),
            Row("Mode", manifest => manifest.Mode),
            .. Settings(manifest => manifest.Configuration),
            .. runs.Any(run => run.HasDatabase)
                ? [("Container", run => Container(run.Record.Cosmos))]
                : Array.Empty<(string, Func<ReportRun, Cell>)>(),
            Row("Simulation profile", manifest => manifest.Import is null ? manifest.Profile : None),
            .. Settings(manifest => manifest.ProfileSettings),
            Row("Machine", manifest => Machine(manifest.Machine)),
            Row("Check before the run", manifest => Cell.Words(manifest.Machine.Health?.Text)),
            Row("Runtime", manifest => manifest.Machine is { IsKnown: true, Runtime: var runtime }
                ? $"{runtime}, {(manifest.DebugBuild ? "debug build" : "release build")}"
                : None),
            Row("Commit", manifest => Code(
                manifest.Commit is { Length: > CommitLength } commit ? commit[..CommitLength] : manifest.Commit)),
        ]);

        (string, Func<ReportRun, Cell>) Row(string label, Func<RunManifest, Cell> cell) =>
            (label, run => cell(run.Record.Manifest));

        (string, Func<ReportRun, Cell>) ImportRow(string label, Func<ImportRecord, IReadOnlyList<string>> list) =>
            Row(label, manifest => Cell.Words(manifest.Import is { } import ? string.Join(", ", list(import)) : null));

        IEnumerable<(string, Func<ReportRun, Cell>)> Settings(Func<RunManifest, IReadOnlyDictionary<string, string>> settings) =>
            runs.SelectMany(run => settings(run.Record.Manifest).Keys).Distinct()
                .Select(name => Row(name, manifest => settings(manifest).GetValueOrDefault(name, None)));
    }

    private static StudyTable Losses(IReadOnlyList<ReportRun> runs)
    {
        return RunParts.Table(
            "losses",
            "Observations: kept, and left out",
            runs,
            Row("Requests sent", run => run.Record.Load.Sent),
            Row("Traces kept whole", run => run.Traces),
            Row("Traces kept in part", run => run.Samples.Spans.DistinctBy(span => span.TraceId).Count() - run.Traces),
            Row("Traces left out", run => run.Samples.Losses.Traces),
            Row("Spans kept", run => run.Samples.Spans.Count),
            Row("Spans left out", run => run.Samples.Losses.Spans),
            Row("Attributes, events and links dropped by the services", run => run.Samples.Losses.AtSource),
            Row("Requests kept one by one", run => run.Samples.Requests.Count),
            Row("Requests left out", run => run.Samples.Losses.Requests),
            Row("Values of metrics kept", run => run.Samples.Metrics.Count),
            Row("Values of metrics left out", run => run.Samples.Losses.Metrics));

        (string, Func<ReportRun, Cell>) Row(string label, Func<ReportRun, long> count) => (label, run => Cell.Whole(count(run)));
    }

    private static Cell Code(string? text) => Cell.Words(text) with { CssClass = "code" };

    private static string Container(CosmosRecord cosmos) => !cosmos.IsPresent ? None
        : cosmos.Estimate is not null ? $"{cosmos.Container}, {Counted(cosmos.Partitions.Count, "partition")} in spans"
        : $"{cosmos.Container}, partition key {cosmos.PartitionKeyPath}, {cosmos.Partitions.Count} partitions, "
            + $"{Short(cosmos.ProvisionedRequestUnitsPerSecond)} RU/s{(cosmos.Account is { } account ? $", {account}" : "")}";

    private static string Machine(MachineInfo machine) => !machine.IsKnown ? None :
        $"{machine.Os}, {machine.Architecture}, {machine.Cores} cores{(machine.CpuModel is { } model ? $" ({model})" : "")}, "
        + $"{Short(machine.MemoryGiB)} GiB";
}
