namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The table <c>run</c>: facts and totals of the whole run, by name.</summary>
internal static class RunFacts
{
    public const string SchemaVersion = "schema.version";
    public const string OperationRoute = "operation.route";
    public const string CosmosEstimated = "cosmos.estimate";
    public const string LostTraces = "lost.traces";
    public const string LostSpans = "lost.spans";
    public const string LostRequests = "lost.requests";
    public const string LostMetrics = "lost.metrics";
    public const string LostAtSource = "lost.at_source";

    public static IEnumerable<(string Name, object? Value)> FromRecord(RunRecord record, SampleLosses losses)
    {
        var (manifest, load, cosmos) = (record.Manifest, record.Load, record.Cosmos);
        var isMeasured = cosmos.IsPresent;
        var machine = manifest.Machine.IsKnown ? manifest.Machine : null;
        return
        [
            (SchemaVersion, RunDatabaseFile.SchemaVersion),
            ("lab", manifest.Lab),
            ("scenario", manifest.Scenario),
            ("title", manifest.Title),
            ("started_at", manifest.StartedAt.ToString("O")),
            ("started_ns", (manifest.StartedAt - DateTimeOffset.UnixEpoch).Ticks * 100),
            ("profile", manifest.Profile),
            ("mode", manifest.Mode),
            ("engine", manifest.Engine),
            ("load", manifest.Load),
            ("command", manifest.Command),
            ("commit", manifest.Commit),
            ("debug_build", manifest.DebugBuild),
            ("interrupted", manifest.Interrupted),
            ("machine.os", machine?.Os),
            ("machine.architecture", machine?.Architecture),
            ("machine.cores", machine?.Cores),
            ("machine.memory_gib", machine?.MemoryGiB),
            ("machine.runtime", machine?.Runtime),
            .. manifest.Configuration.Select(flag => ("flag." + flag.Key, (object?)flag.Value)),
            .. manifest.ProfileSettings.Select(setting => ("profile." + setting.Key, (object?)setting.Value)),
            ("load.duration_s", load.DurationSeconds),
            ("load.sent", load.Sent),
            ("load.successful", load.Successful),
            ("load.client_errors", load.ClientErrors),
            ("load.cut_off", load.CutOff),
            ("load.unanswered", load.Unanswered),
            ("load.requests_per_second", load.RequestsPerSecond),
            ("load.think_time_ms", load.ThinkTimeMs),
            .. Latencies("latency", load.Latency),
            ("latency.at_least", Names(load.Latency.AtLeast)),
            ("latency.not_stated", Names(load.Latency.NotStated?.Keys)),
            .. Latencies("successes", load.Successes ?? load.Latency),
            (OperationRoute, record.Operation?.Route ?? ""),
            ("cosmos.container", cosmos.Container),
            ("cosmos.partition_key", cosmos.PartitionKeyPath),
            ("cosmos.provisioned_ru_per_second", isMeasured ? cosmos.ProvisionedRequestUnitsPerSecond : null),
            (CosmosEstimated, cosmos.Estimate?.InWords),
            ("cosmos.request_units", Counted(cosmos.RequestUnits)),
            ("cosmos.data_calls", Counted(cosmos.DataCalls)),
            ("cosmos.plan_calls", Counted(cosmos.PlanCalls)),
            ("cosmos.throttled_calls", Counted(cosmos.ThrottledCalls)),
            (LostTraces, losses.Traces),
            (LostSpans, losses.Spans),
            (LostRequests, losses.Requests),
            (LostMetrics, losses.Metrics),
            (LostAtSource, losses.AtSource),
            .. manifest.Import is { } import ? Origin(import) : [],
        ];

        object? Counted(double figure) => cosmos.HasFigures ? figure : null;
    }

    private static IEnumerable<(string, object?)> Origin(ImportRecord import) =>
    [
        ("import.tool", import.Tool),
        ("import.files", string.Join(", ", import.Files)),
        ("import.latency_from", import.LatencyFrom),
        ("import.lacks", string.Join(", ", import.Lacks)),
        ("import.sampled_share", import.SampledShare),
    ];

    /// <summary>The value as text in invariant culture; true and false as 1 and 0, as in SQL.</summary>
    public static string? Text(object? value) => value switch
    {
        bool flag => flag ? "1" : "0",
        _ => value?.ToString(),
    };

    private static IEnumerable<(string, object?)> Latencies(string name, LatencySummary latency) =>
        LatencySummary.Figures.Select(figure => ($"{name}.{figure.Name}_ms", (object?)figure.Read(latency).Milliseconds));

    public static string Names(IEnumerable<string>? names) => string.Join(' ', names ?? []);
}
