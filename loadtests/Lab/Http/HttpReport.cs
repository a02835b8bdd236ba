namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The figures of one call of a journey.</summary>
internal sealed class NamedCall(CallFigures call)
{
    public string Name { get; } = call.Name;

    public long Completed { get; } = call.Latency.Successes.Count;

    public long Failed { get; } = call.Latency.Failed;

    public TimeFigures LatencyMs { get; } = new(call.Latency);

    /// <summary>Latency of successes alone; null when no call failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeFigures? SuccessLatencyMs { get; } = TimeFigures.FromSuccesses(call.Latency);
}

/// <summary>The numbers of idle connections.</summary>
/// <param name="Refused">Those that could not be opened.</param>
/// <param name="OpenAtEnd">Those that were open when the load was over.</param>
internal sealed record IdleFigures(int Asked, long Opened, long Refused, long OpenAtEnd);

/// <summary>All results of a run of <c>http</c>, for the summary and, in this order, for <c>--json</c>.</summary>
/// <param name="stoppedBy">The threshold that ended the run early; null when none did.</param>
internal sealed class HttpReport(HttpPlan plan, LoadResult result, ThresholdResult? stoppedBy)
{
    /// <summary>In seconds: the measured duration of a run that is cancelled in its warm-up is short, but not zero.</summary>
    private const double NoTime = 1;

    public string Method { get; } = plan.Work.Method;

    public string Url { get; } = plan.Work.Url;

    public HttpProtocol Protocol { get; } = plan.Client.Protocol;

    /// <summary>The load asked for, in words.</summary>
    public string Load { get; } = plan.Shape.Words + plan.Work.Words;

    public DateTimeOffset StartedAt { get; } = result.StartedAt;

    /// <summary>Null for a load that ends after a number of requests.</summary>
    public double? PlannedSeconds { get; } = plan.Shape.Duration?.TotalSeconds;

    public double Seconds { get; } = result.Elapsed.TotalSeconds;

    /// <summary>Whether Ctrl+C, or a threshold with <c>--abort</c>, ended the run early.</summary>
    public bool Interrupted { get; } = result.Interrupted;

    public ThresholdResult? StoppedBy { get; } = stoppedBy;

    public bool DebugBuild { get; } = MachineReader.IsDebugBuild;

    /// <summary>The number of requests asked for, or of arrivals in the schedule of the whole planned time; else null.</summary>
    public double? Asked { get; } = plan.Shape.Asked;

    /// <summary>Arrivals that were due before the end; null for a closed loop.</summary>
    public long? Scheduled { get; } = result.Arrivals?.Scheduled;

    public long Sent { get; } = result.Sent;

    public long Completed { get; } = result.Completed;

    /// <inheritdoc cref="LoadFigures.Failed"/>
    public long Failed { get; } = result.Failed;

    public long Late { get; } = result.Late;

    public long Dropped { get; } = result.Dropped;

    public long CutOff { get; } = result.CutOff;

    public double RequestsPerSecond { get; } = result.RequestsPerSecond;

    /// <summary>
    /// Of every request that was sent, from its scheduled moment: answered, failed, timed out, or unanswered at the end.
    /// </summary>
    public TimeFigures LatencyMs { get; } = new(result.Latency);

    /// <summary>Of successes, from sending.</summary>
    public TimeFigures ServiceTimeMs { get; } = TimeFigures.FromHistogram(result.ServiceTime);

    /// <summary>Of requests that failed, timed out or were not answered, from the scheduled moment.</summary>
    public TimeFigures ErrorLatencyMs { get; } = new(result.Latency.WithoutSuccesses());

    /// <summary>From the moment a request was due until it was sent.</summary>
    public TimeFigures LatenessMs { get; } = TimeFigures.FromHistogram(result.Lateness);

    public IReadOnlyDictionary<string, long> Errors { get; } = result.FailuresByReason;

    /// <summary>The calls of journeys; empty for single requests.</summary>
    public IReadOnlyList<NamedCall> Calls { get; } = [.. result.Calls.Select(call => new NamedCall(call))];

    public long BytesReceived { get; } = result.BytesReceived;

    /// <summary>Requests of the warm-up, which are in no other figure.</summary>
    public long WarmUpRequests { get; } = result.WarmUp.Latency.Count;

    /// <summary>Counts of the warm-up; the measured load uses its connections too.</summary>
    public required ClientCounts WarmUpConnections { get; init; }

    /// <summary>Counts after the warm-up.</summary>
    public required ClientCounts Connections { get; init; }

    /// <summary>Null when no idle connections were asked for.</summary>
    public required IdleFigures? Idle { get; init; }

    public GeneratorUsage Generator { get; } = result.Generator;

    public IReadOnlyList<ThresholdResult> Thresholds { get; } =
        [.. plan.Thresholds.Select(threshold => threshold.Evaluate(result))];

    public IReadOnlyList<SecondSample> EachSecond { get; } = result.Seconds;

    /// <summary>The histogram of <see cref="LatencyMs"/>, with the time waited for each unfinished request.</summary>
    public HistogramRecord Latency { get; } = result.Latency.All().ToRecord();

    public HistogramRecord ServiceTime { get; } = result.ServiceTime.ToRecord();

    /// <summary>Latency of successes alone; null when no request failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeFigures? SuccessLatencyMs { get; } = TimeFigures.FromSuccesses(result.Latency);

    /// <summary>The source of <see cref="Latency"/> and <see cref="LatencyMs"/>.</summary>
    [JsonIgnore]
    public LatencyDistribution Distribution { get; } = result.Latency;

    /// <summary>The failed requests that were sent and had no answer after the grace period.</summary>
    public long Unanswered { get; } = result.Unanswered;

    /// <summary>
    /// CPU use of the machine, warm-up included; null when the operating system does not report it. The processes of the server
    /// are not known.
    /// </summary>
    public required MachineLoad? Machine { get; init; }

    /// <summary>Whether the run was interrupted before anything was measured.</summary>
    [JsonIgnore]
    public bool EndedInWarmUp => Interrupted && Sent == 0 && Seconds < NoTime;
}
