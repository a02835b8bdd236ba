using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>One of the calls that journeys are made of.</summary>
internal sealed record NamedCall(string Name, long Completed, long Failed, TimeFigures LatencyMs)
{
    /// <summary>Of successes alone; null where nothing failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeFigures? SuccessLatencyMs { get; init; }
}

/// <summary>What was done to connections in the warm-up, and after it.</summary>
internal readonly record struct WarmedCounts(ClientCounts WarmUp, ClientCounts Measured);

/// <summary>Everything that a run of <c>lab http</c> found, as it is printed and as it is written for other programs.</summary>
/// <param name="Load">The load asked for, in words.</param>
/// <param name="Interrupted">Ctrl+C, or a threshold with <c>--abort</c>, ended it before its time.</param>
/// <param name="StoppedBy">The threshold that did.</param>
/// <param name="Asked">Requests that the schedule held for the whole planned time; null for a closed loop.</param>
/// <param name="Scheduled">Those whose moment came before the end; null for a closed loop.</param>
/// <param name="LatencyMs">
/// Of every request that was sent, from its scheduled moment: answered, failed, timed out, or unanswered at the end.
/// </param>
/// <param name="ServiceTimeMs">Of successes, from sending.</param>
/// <param name="ErrorLatencyMs">Of those that failed, timed out or were not answered, from the scheduled moment.</param>
/// <param name="Calls">Of journeys, one by one; none for single requests.</param>
/// <param name="WarmUpConnections">What the warm-up did to connections; most load goes over those that it opened.</param>
/// <param name="Connections">What was done to them after it.</param>
/// <param name="Latency">The histogram of <paramref name="LatencyMs"/>, each unfinished request at the time waited.</param>
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
    /// <summary>Latency of successes alone; null where nothing failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeFigures? SuccessLatencyMs { get; init; }

    /// <summary>What the histograms are made from.</summary>
    [JsonIgnore]
    public LatencyDistribution Distribution { get; init; } = new();

    /// <summary>Of those cut off, the ones that were waited for in vain until the grace was over.</summary>
    public long Unanswered { get; init; }

    /// <summary>
    /// What used the machine, warm-up included; null where the operating system does not tell. The server's processes are not
    /// known.
    /// </summary>
    public MachineLoad? Machine { get; init; }

    /// <summary>Seconds; measuring that is cancelled before it begins takes a moment all the same.</summary>
    private const double NoTime = 1;

    /// <summary>Ctrl+C came before anything was measured.</summary>
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
