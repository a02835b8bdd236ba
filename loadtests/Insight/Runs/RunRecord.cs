using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Everything a run folder keeps of one run but its spans. Written as <c>run.json</c>.</summary>
public sealed record RunRecord(
    RunManifest Manifest,
    LoadRecord Load,
    CosmosRecord Cosmos,
    IReadOnlyList<ProcessRecord> Processes)
{
    /// <summary>Raised when a figure changes its meaning. Version 1 had no such number.</summary>
    public const int CurrentVersion = 2;

    /// <summary>Up to this version latency left out every request that failed.</summary>
    public const int SuccessesOnlyVersion = 1;

    public int SchemaVersion { get; init; } = CurrentVersion;

    /// <summary>The call under study as its service measured it; null where it is not known.</summary>
    public OperationRecord? Operation { get; init; }
}

/// <summary>
/// What the load engine measured. Latencies are in milliseconds, from the scheduled start of each request, or from its real start
/// where the engine does not know its lateness. An engine other than the built-in one leaves out what it does not measure.
/// </summary>
/// <param name="DurationSeconds">The time that really passed while load was measured.</param>
/// <param name="Successful">Requests answered with 2xx.</param>
/// <param name="ClientErrors">Requests that failed for the client, for whatever reason.</param>
/// <param name="ErrorsByReason">Those failures by status code or reason.</param>
/// <param name="CutOff">
/// Requests without an answer a while after the load's end, or due and not sent. Those that were sent are
/// <see cref="Unanswered"/>.
/// </param>
/// <param name="Latency">Of every request that was sent: answered, failed, timed out, or unanswered at the end.</param>
/// <param name="ServiceTime">Of successful requests, from sending to the end of
/// the answer; null where it was not measured.</param>
/// <param name="Distribution">The whole distribution of <paramref name="Latency"/>, for charts: upper bound of each bucket in ms,
/// and
/// its count. Empty where it was not kept.</param>
/// <param name="Generator">Whether the generator itself kept up.</param>
/// <param name="Seconds">One sample for each second of the load, in order.</param>
/// <param name="Steps">One summary for each step of the load, in order.</param>
public sealed record LoadRecord(
    double DurationSeconds,
    long Successful,
    long ClientErrors,
    IReadOnlyDictionary<string, long> ErrorsByReason,
    long CutOff,
    LatencySummary Latency,
    LatencySummary? ServiceTime,
    IReadOnlyList<DistributionBucket> Distribution,
    GeneratorRecord Generator,
    IReadOnlyList<LoadSecond> Seconds,
    IReadOnlyList<LoadStepRecord> Steps)
{
    /// <summary>Requests handed to the system, whatever became of them: what the database's counts are divided by.</summary>
    public required long Sent { get; init; }

    /// <summary>Of those cut off, the ones that were sent and waited for until the grace was over: part of the latency.</summary>
    public long Unanswered { get; init; }

    /// <summary>Latency of successes alone; null where nothing failed, since it is then the same as that of all.</summary>
    public LatencySummary? Successes { get; init; }

    /// <summary>Requests that failed, timed out or were not answered.</summary>
    [JsonIgnore]
    public long NotSuccessful => ClientErrors + Unanswered;

    /// <summary>How long the load was to last, in seconds; null in records of older runs.</summary>
    public double? PlannedSeconds { get; init; }

    /// <summary>Of an open loop; null for users who wait for their answers.</summary>
    public ArrivalRecord? Arrivals { get; init; }

    /// <summary>
    /// What the engine's own report says, where it divides by something else than the time that passed; null otherwise.
    /// </summary>
    public double? EngineRequestsPerSecond { get; init; }

    /// <summary>Of the successful ones, those whose answer came after the load's end.</summary>
    public long AnsweredLate { get; init; }

    /// <summary>Successful requests for each second that really passed.</summary>
    public double RequestsPerSecond => DurationSeconds > 0 ? (Successful - AnsweredLate) / DurationSeconds : 0;

    /// <summary>Mean think time of a user between an answer and the next request, in ms; null where users do not think.</summary>
    public double? ThinkTimeMs { get; init; }
}

/// <summary>The arrivals of an open loop.</summary>
/// <param name="Asked">By the schedule, for the whole planned time.</param>
/// <param name="Late">Sent later than the generator's threshold after their moment; null where the engine does not know.</param>
/// <param name="Dropped">Due and never sent; null where the engine does not know.</param>
public sealed record ArrivalRecord(double Asked, long? Late, long? Dropped);

/// <summary>
/// One bucket of a latency distribution: how many requests took at most
/// <paramref name="UpToMs"/> and more than the bucket before.
/// </summary>
public sealed record DistributionBucket(double UpToMs, long Count);

/// <summary>
/// The generator's own account: how late it sent requests, all three null where it does not know.
/// <paramref name="CpuCores"/>: mean CPU of its process, 1.0 is one core.
/// </summary>
public sealed record GeneratorRecord(
    double? LatenessP50Ms, double? LatenessP99Ms, double? LatenessMaxMs, double CpuCores, bool WasTheLimit);

/// <summary>
/// One second of load. <paramref name="Second"/> counts from 0 at the start of the measured load. Latencies are of all requests
/// that ended in it, lower bounds where some are unfinished, and 0 where none ended or the figure is not stated.
/// </summary>
public sealed record LoadSecond(int Second, int Users, long Successful, long Failed, double MeanMs, double P50Ms, double P95Ms)
{
    /// <summary>
    /// The distribution by <see cref="LatencyDistribution.ToBytes"/>; kept in <c>run.sqlite</c> only. The last second's also has
    /// the requests that ended after the load or not at all.
    /// </summary>
    [JsonIgnore]
    public byte[]? Latency { get; init; }
}

/// <summary>One step of load: its users, and what came of it.</summary>
public sealed record LoadStepRecord(int Users, double DurationSeconds, long Successful, long Failed, double MeanMs, double P95Ms)
{
    /// <summary>Successful requests for each second of the step.</summary>
    public double RequestsPerSecond => DurationSeconds > 0 ? Successful / DurationSeconds : 0;
}

/// <summary>What one process of the system used while the load ran. CPU in cores (1.0 is one core), memory in MiB.</summary>
public sealed record ProcessRecord(
    string Name, double CpuMeanCores, double CpuMaxCores, double MemoryMeanMiB, double MemoryMaxMiB);
