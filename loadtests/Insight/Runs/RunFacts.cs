using System.Globalization;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The table <c>run</c>: facts and totals of the whole run, by name.</summary>
internal static class RunFacts
{
    public const string SchemaVersion = "schema.version";
    public const string LostTraces = "lost.traces";
    public const string LostSpans = "lost.spans";
    public const string LostRequests = "lost.requests";
    public const string LostMetrics = "lost.metrics";
    public const string LostAtSource = "lost.at_source";

    public static IEnumerable<KeyValuePair<string, object?>> FromRecord(RunRecord record, SampleLosses losses) =>
        [
            new(SchemaVersion, RunDatabaseFile.SchemaVersion),
            .. OfManifest(record.Manifest),
            .. OfLoad(record.Load),
            .. OfCosmos(record.Cosmos),
            new(LostTraces, losses.Traces),
            new(LostSpans, losses.Spans),
            new(LostRequests, losses.Requests),
            new(LostMetrics, losses.Metrics),
            new(LostAtSource, losses.AtSource),
        ];

    /// <summary>The value as text in invariant culture; true and false as 1 and 0, as in SQL.</summary>
    public static string? Text(object? value) => value switch
    {
        bool flag => flag ? "1" : "0",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value?.ToString(),
    };

    private static IEnumerable<KeyValuePair<string, object?>> OfManifest(RunManifest manifest) =>
        [
            new("lab", manifest.Lab),
            new("scenario", manifest.Scenario),
            new("title", manifest.Title),
            new("started_at", manifest.StartedAt.ToString("O", CultureInfo.InvariantCulture)),
            new("started_ns", (manifest.StartedAt - DateTimeOffset.UnixEpoch).Ticks * 100),
            new("profile", manifest.Profile),
            new("mode", manifest.Mode),
            new("engine", manifest.Engine),
            new("load", manifest.Load),
            new("command", manifest.Command),
            new("commit", manifest.Commit),
            new("debug_build", manifest.DebugBuild),
            new("interrupted", manifest.Interrupted),
            new("machine.os", manifest.Machine.Os),
            new("machine.architecture", manifest.Machine.Architecture),
            new("machine.cores", manifest.Machine.Cores),
            new("machine.memory_gib", manifest.Machine.MemoryGiB),
            new("machine.runtime", manifest.Machine.Runtime),
            .. manifest.Configuration.Select(flag => KeyValuePair.Create("flag." + flag.Key, (object?)flag.Value)),
            .. manifest.ProfileSettings.Select(setting => KeyValuePair.Create("profile." + setting.Key, (object?)setting.Value)),
        ];

    private static IEnumerable<KeyValuePair<string, object?>> OfLoad(LoadRecord load) =>
        [
            new("load.duration_s", load.DurationSeconds),
            new("load.sent", load.Sent),
            new("load.successful", load.Successful),
            new("load.client_errors", load.ClientErrors),
            new("load.cut_off", load.CutOff),
            new("load.unanswered", load.Unanswered),
            new("load.requests_per_second", load.RequestsPerSecond),
            new("load.think_time_ms", load.ThinkTimeMs),
            new("latency.mean_ms", load.Latency.MeanMs),
            new("latency.p50_ms", load.Latency.P50Ms),
            new("latency.p90_ms", load.Latency.P90Ms),
            new("latency.p95_ms", load.Latency.P95Ms),
            new("latency.p99_ms", load.Latency.P99Ms),
            new("latency.max_ms", load.Latency.MaxMs),
            new("latency.at_least", Names(load.Latency.AtLeast)),
            new("latency.not_stated", Names(load.Latency.NotStated?.Keys)),
            new("successes.mean_ms", (load.Successes ?? load.Latency).MeanMs),
            new("successes.p50_ms", (load.Successes ?? load.Latency).P50Ms),
            new("successes.p95_ms", (load.Successes ?? load.Latency).P95Ms),
            new("successes.p99_ms", (load.Successes ?? load.Latency).P99Ms),
        ];

    private static string Names(IEnumerable<string>? names) => string.Join(' ', names ?? []);

    private static IEnumerable<KeyValuePair<string, object?>> OfCosmos(CosmosRecord cosmos) =>
        [
            new("cosmos.container", cosmos.Container),
            new("cosmos.partition_key", cosmos.PartitionKeyPath),
            new("cosmos.provisioned_ru_per_second", cosmos.ProvisionedRequestUnitsPerSecond),
            new("cosmos.request_units", cosmos.RequestUnits),
            new("cosmos.data_calls", cosmos.DataCalls),
            new("cosmos.plan_calls", cosmos.PlanCalls),
            new("cosmos.throttled_calls", cosmos.ThrottledCalls),
        ];
}
