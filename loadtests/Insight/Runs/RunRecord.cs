namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>All figures of one run except its samples. Written as <c>run.json</c>.</summary>
public sealed record RunRecord(
    RunManifest Manifest, LoadRecord Load,
    [property: JsonConverter(typeof(MeasuredPartConverter<CosmosRecord>))] CosmosRecord Cosmos,
    IReadOnlyList<ProcessRecord> Processes)
{
    /// <summary>Raised when a figure changes its meaning. Other versions are refused.</summary>
    public const int CurrentVersion = 3;

    public int SchemaVersion { get; init; } = CurrentVersion;

    /// <summary>The call under study as its service measured it; null if it is not known.</summary>
    public OperationRecord? Operation { get; init; }

    /// <summary>The results of the thresholds of the run; empty if it had none.</summary>
    public IReadOnlyList<ThresholdRecord> Thresholds { get; init; } = [];

    /// <summary>The run of <see cref="RunManifest.EmulatorRun"/>; null if there is none, or its folder does not exist.</summary>
    [JsonIgnore]
    public RunRecord? Emulator { get; init; }

    /// <summary>The moment from which latencies count, as words that follow "from".</summary>
    [JsonIgnore]
    public string LatencyFrom => Manifest.Import?.LatencyFrom
        ?? (Load.Generator.LatenessP99Ms is null ? Sending : ScheduledMoment);

    public const string Sending = "sending";
    public const string ScheduledMoment = "the scheduled moment";

    /// <summary>The mean CPU of a process in cores; null if there is no such process, or if it was not sampled.</summary>
    public double? CoresOf(string process) => Processes.FirstOrDefault(each => each.Name == process)?.CpuMeanCores;
}

/// <summary>A threshold and its result, as text with units.</summary>
/// <param name="Name">The figure, for example <c>p99</c>.</param>
/// <param name="Limit">The limit with its comparison, for example <c>&lt;250ms</c>.</param>
/// <param name="Measured">The measured figure, or why there is none.</param>
public sealed record ThresholdRecord(string Name, string Limit, string Measured, bool Met);

/// <summary>
/// The measurements of the load engine. Latencies are in milliseconds, from the scheduled start of each request, or from its real
/// start if the engine does not measure lateness. Other engines than the built-in one leave out what they do not measure.
/// </summary>
/// <param name="DurationSeconds">The elapsed time while load was measured.</param>
/// <param name="Successful">Requests answered with 2xx.</param>
/// <param name="ClientErrors">Requests that failed with an error, for whatever reason.</param>
/// <param name="ErrorsByReason">These by status code or reason.</param>
/// <param name="CutOff">
/// Requests due and not sent, or <see cref="Unanswered"/> at the end of the grace period; null if not known.
/// </param>
/// <param name="Latency">Latency of every request that was sent: answered, failed, timed out, or unanswered at the end.</param>
/// <param name="ServiceTime">Latency of successes from sending to the end of the answer; null if it was not measured.</param>
/// <param name="Distribution">The distribution of <paramref name="Latency"/>, for charts; empty if it was not kept.</param>
/// <param name="Seconds">One sample for each second of the load, in order.</param>
/// <param name="Steps">One summary for each step of the load, in order.</param>
public sealed record LoadRecord(
    double DurationSeconds, long Successful, long ClientErrors, IReadOnlyDictionary<string, long> ErrorsByReason, long? CutOff,
    LatencySummary Latency, LatencySummary? ServiceTime, IReadOnlyList<DistributionBucket> Distribution,
    [property: JsonConverter(typeof(MeasuredPartConverter<GeneratorRecord>))] GeneratorRecord Generator,
    IReadOnlyList<SecondSample> Seconds, IReadOnlyList<StepSummary> Steps)
{
    /// <summary>Requests sent, whatever their outcome; the counts of the database are divided by this number.</summary>
    public required long Sent { get; init; }

    /// <summary>Requests that were sent and had no answer at the end of the grace period: part of the latency.</summary>
    public long Unanswered { get; init; }

    /// <summary>Requests that were due at the end of the load and are not among <see cref="Sent"/>; null if not known.</summary>
    [JsonIgnore]
    public long? NotSent => CutOff - Unanswered;

    /// <summary>Latency of successes; null if nothing failed, since it then equals the latency of all.</summary>
    public LatencySummary? Successes { get; init; }

    /// <summary>The latency of successes alone, by title, for tables of runs; empty if no request failed.</summary>
    /// <remarks>A run without failures has the latency of all requests, and a run without successes has none.</remarks>
    public static IEnumerable<(string Title, Func<LoadRecord, LatencyValue> Read)> SuccessLatencies(
        IEnumerable<LoadRecord> loads) =>
        from figure in LatencySummary.Figures
        where loads.Any(load => load.Successes is not null) && figure.Name is "mean" or "p95" or "p99"
        select ($"{(figure.Name == "mean" ? "Mean" : figure.Name)} latency of successes, ms", (Func<LoadRecord, LatencyValue>)(
            load => load.Successful > 0 ? figure.Read(load.Successes ?? load.Latency) : LatencyValue.None));

    /// <summary>Requests that failed, timed out or were not answered.</summary>
    [JsonIgnore]
    public long NotSuccessful => ClientErrors + Unanswered;

    /// <summary>The share of sent requests, 0 to 1, that are <see cref="NotSuccessful"/>.</summary>
    [JsonIgnore]
    public double FailedShare => Sent > 0 ? (double)NotSuccessful / Sent : 0;

    /// <summary>The number of these requests by reason, the most frequent first; empty if there are none.</summary>
    [JsonIgnore]
    public string FailuresInWords => string.Join(", ", ErrorsByReason
        .Concat(Unanswered > 0 ? [KeyValuePair.Create("unanswered", Unanswered)] : [])
        .OrderByDescending(error => error.Value)
        .Select(error => $"{error.Key}: {Count(error.Value)}"));

    /// <summary>The planned duration of the load in seconds; null if the load ends after a number of requests.</summary>
    public double? PlannedSeconds { get; init; }

    /// <summary>The number of requests after which the load ends; null if it ends after a time.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? PlannedRequests { get; init; }

    /// <summary>The arrivals of an open loop; null for a closed loop.</summary>
    public ArrivalRecord? Arrivals { get; init; }

    /// <summary>The engine's own throughput, if it divides by another time than the elapsed one; null otherwise.</summary>
    public double? EngineRequestsPerSecond { get; init; }

    /// <summary>Successful requests that were answered after the end of the load.</summary>
    public long AnsweredLate { get; init; }

    /// <summary>Successful requests answered during the load, per elapsed second.</summary>
    public double RequestsPerSecond => DurationSeconds > 0 ? (Successful - AnsweredLate) / DurationSeconds : 0;

    /// <summary>The calls of iterations that make several, by name; empty if they do not.</summary>
    public IReadOnlyList<CallRecord> Calls { get; init; } = [];

    /// <summary>These calls together; null without them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public CallRecord? AllCalls { get; init; }

    /// <summary>Mean think time of a user between an answer and the next request, in ms; null without think time.</summary>
    public double? ThinkTimeMs { get; init; }
}

/// <summary>Calls of iterations. Those without an answer at the end are among the failed ones.</summary>
public sealed record CallRecord(string Name, long Successful, long Failed, LatencySummary Latency)
{
    public static CallRecord FromLatency(string name, LatencyDistribution latency) =>
        new(name, latency.Successes.Count, latency.Failed, LatencySummary.FromDistribution(latency))
        {
            Successes = latency is { Failed: > 0, Successes.Count: > 0 } ? LatencySummary.FromHistogram(latency.Successes) : null,
        };

    /// <summary>Latency of successes; null if none failed, or all did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LatencySummary? Successes { get; init; }

    [JsonIgnore]
    public double FailedShare => Failed == 0 ? 0 : (double)Failed / (Successful + Failed);
}

/// <summary>The arrivals of an open loop.</summary>
/// <param name="Asked">Arrivals in the schedule, for the whole planned time.</param>
/// <param name="Late">Requests sent later than due by more than the generator's threshold; null if it is not measured.</param>
/// <param name="Dropped">Arrivals that were due and never sent; null if the engine does not measure it.</param>
public sealed record ArrivalRecord(double Asked, long? Late, long? Dropped);

/// <summary>How many requests took at most <paramref name="UpToMs"/>, and more than the bucket before.</summary>
public sealed record DistributionBucket(double UpToMs, long Count)
{
    public static IReadOnlyList<DistributionBucket> FromLatency(LatencyDistribution latency) =>
        [.. latency.All().Buckets().Select(bucket => new DistributionBucket(bucket.To / 1_000.0, bucket.Count))];
}

/// <summary>
/// How late the generator sent requests; all three are null if it does not measure that. <paramref name="CpuCores"/> is the mean
/// CPU of its process, 1.0 is one core.
/// </summary>
public sealed record GeneratorRecord(
    double? LatenessP50Ms, double? LatenessP99Ms, double? LatenessMaxMs, double CpuCores, bool WasTheLimit)
    : IMeasuredPart<GeneratorRecord>
{
    public static GeneratorRecord NotMeasured { get; } = new(null, null, null, 0, false);

    [JsonIgnore]
    public bool IsMeasured => this != NotMeasured;

    /// <summary>A sentence for each threshold that the generator exceeded; null if the engine does not state them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Limits { get; init; }
}

/// <summary>Use of resources by one process during the load. CPU in cores (1.0 is one core), memory in MiB.</summary>
public sealed record ProcessRecord(
    string Name, double CpuMeanCores, double CpuMaxCores, double MemoryMeanMiB, double MemoryMaxMiB)
{
    /// <summary>Bytes read from disks during the load; null if the operating system does not report them.</summary>
    public long? DiskReadBytes { get; init; }

    /// <summary>Bytes written to disks during the load; null if the operating system does not report them.</summary>
    public long? DiskWrittenBytes { get; init; }
}
