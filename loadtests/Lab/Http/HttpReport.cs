using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The figures of one call of a journey.</summary>
internal sealed record NamedCall(string Name, long Completed, long Failed, TimeFigures LatencyMs)
{
    /// <summary>Latency of successes alone; null when no call failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeFigures? SuccessLatencyMs { get; init; }
}

/// <summary>Connection counts of the warm-up, and of the measured load after it.</summary>
internal readonly record struct WarmedCounts(ClientCounts WarmUp, ClientCounts Measured);

/// <summary>All results of a run of <c>lab http</c>, for the summary and for <c>--json</c>.</summary>
/// <param name="Load">The load asked for, in words.</param>
/// <param name="Interrupted">Whether Ctrl+C, or a threshold with <c>--abort</c>, ended the run early.</param>
/// <param name="StoppedBy">The threshold that ended the run early; null when none did.</param>
/// <param name="Asked">Arrivals in the schedule of the whole planned time; null for a closed loop.</param>
/// <param name="Scheduled">Arrivals that were due before the end; null for a closed loop.</param>
/// <param name="LatencyMs">
/// Of every request that was sent, from its scheduled moment: answered, failed, timed out, or unanswered at the end.
/// </param>
/// <param name="ServiceTimeMs">Of successes, from sending.</param>
/// <param name="ErrorLatencyMs">Of requests that failed, timed out or were not answered, from the scheduled moment.</param>
/// <param name="Calls">The calls of journeys; empty for single requests.</param>
/// <param name="WarmUpConnections">Counts of the warm-up; the measured load uses its connections too.</param>
/// <param name="Connections">Counts after the warm-up.</param>
/// <param name="Latency">The histogram of <paramref name="LatencyMs"/>, with the time waited for each unfinished request.</param>
/// <param name="LatenessMs">From the moment a request was due until it was sent.</param>
internal sealed record HttpReport(
    string Method,
    string Url,
    HttpProtocol Protocol,
    string Load,
    DateTimeOffset StartedAt,
    double PlannedSeconds,
    double Seconds,
    bool Interrupted,
    ThresholdResult? StoppedBy,
    bool DebugBuild,
    double? Asked,
    long? Scheduled,
    long Sent,
    long Completed,
    long Failed,
    long Late,
    long Dropped,
    long CutOff,
    double RequestsPerSecond,
    TimeFigures LatencyMs,
    TimeFigures ServiceTimeMs,
    TimeFigures ErrorLatencyMs,
    TimeFigures LatenessMs,
    IReadOnlyDictionary<string, long> Errors,
    IReadOnlyList<NamedCall> Calls,
    long BytesReceived,
    ClientCounts WarmUpConnections,
    ClientCounts Connections,
    IdleFigures? Idle,
    GeneratorUsage Generator,
    IReadOnlyList<ThresholdResult> Thresholds,
    IReadOnlyList<SecondSample> EachSecond,
    HistogramRecord Latency,
    HistogramRecord ServiceTime)
{
    /// <summary>Latency of successes alone; null when no request failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeFigures? SuccessLatencyMs { get; init; }

    /// <summary>The source of <see cref="Latency"/> and <see cref="LatencyMs"/>.</summary>
    [JsonIgnore]
    public LatencyDistribution Distribution { get; init; } = new();

    /// <summary>Of the requests cut off, those that were sent and had no answer after the grace period.</summary>
    public long Unanswered { get; init; }

    /// <summary>
    /// CPU use of the machine, warm-up included; null when the operating system does not report it. The processes of the server
    /// are not known.
    /// </summary>
    public MachineLoad? Machine { get; init; }

    /// <summary>In seconds: the measured duration of a run that is cancelled in its warm-up is short, but not zero.</summary>
    private const double NoTime = 1;

    /// <summary>Whether the run was interrupted before anything was measured.</summary>
    [JsonIgnore]
    public bool EndedInWarmUp => Interrupted && Sent == 0 && Seconds < NoTime;

    public static HttpReport FromResult(
        HttpPlan plan, LoadResult result, WarmedCounts connections, IdleFigures? idle, ThresholdResult? stoppedBy) => new(
        plan.Work.Method,
        plan.Work.Url,
        plan.Client.Protocol,
        plan.Shape.Words + plan.Work.Words,
        result.StartedAt,
        plan.Shape.Duration.TotalSeconds,
        result.MeasuredDuration.TotalSeconds,
        result.Interrupted,
        stoppedBy,
        RunManifestBuilder.IsDebugBuild,
        plan.Shape.Asked,
        result.Arrivals?.Scheduled,
        result.Sent,
        result.Completed,
        result.Failed,
        result.Figures.Late,
        result.Figures.Dropped,
        result.CutOff,
        result.RequestsPerSecond,
        TimeFigures.FromDistribution(result.Latency),
        TimeFigures.FromHistogram(result.ServiceTime),
        TimeFigures.FromDistribution(result.Latency.WithoutSuccesses()),
        TimeFigures.FromHistogram(result.Lateness),
        result.FailuresByReason,
        [
            .. result.Calls.Select(call => new NamedCall(
                call.Name,
                call.Latency.Successes.Count,
                call.Latency.Failed,
                TimeFigures.FromDistribution(call.Latency))
            {
                SuccessLatencyMs = Successes(call.Latency),
            }),
        ],
        result.BytesReceived,
        connections.WarmUp,
        connections.Measured,
        idle,
        result.Generator,
        [.. plan.Thresholds.Select(threshold => threshold.Evaluate(result.Figures))],
        result.Seconds,
        result.Latency.All().ToRecord(),
        result.ServiceTime.ToRecord())
        {
            Unanswered = result.Unanswered,
            Distribution = result.Latency,
            SuccessLatencyMs = Successes(result.Latency),
        };

    private static TimeFigures? Successes(LatencyDistribution latency) =>
        latency.Failed > 0 ? TimeFigures.FromHistogram(latency.Successes) : null;
}
