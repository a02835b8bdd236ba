namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every trial of the gateway-cost lab: the content of <c>gateway-cost.json</c>.</summary>
/// <param name="ClosedGenerator">The load generator of the closed loop: wrk, or the lab's engine if wrk is not installed.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Missing">The requested targets that could not be measured, as sentences.</param>
/// <param name="Closed">The trials of the closed loop, at saturation.</param>
/// <param name="Open">The trials of the open loop, at a fixed rate.</param>
public sealed record CostRecord(
    StudyEnvelope Envelope, string ClosedGenerator, int Connections, double OpenRate, IReadOnlyList<CostedTarget> Targets,
    IReadOnlyList<string> Missing, IReadOnlyList<CostTrial> Closed, IReadOnlyList<CostTrial> Open);

/// <summary>One measurement of one target. CPU times are for each request, in microseconds.</summary>
/// <param name="Round">The number of the round, from 1. Each round measures every target in both loops.</param>
/// <param name="Failed">Requests with an error answer or without an answer.</param>
/// <param name="ProxyMicroseconds">The CPU time of the proxy's processes; 0 without a proxy.</param>
/// <param name="BackendMicroseconds">The CPU time of the backend's process.</param>
public sealed record CostTrial(
    string Target, int Round, double RequestsPerSecond, LatencyValue P50Ms, LatencyValue P99Ms, double ProxyMicroseconds,
    double BackendMicroseconds, long Failed)
{
    /// <summary>The names of the latencies that are lower bounds; null if there are none.</summary>
    public IReadOnlyList<string>? AtLeast
    {
        get => LatencyValue.BoundNames((nameof(P50Ms), P50Ms), (nameof(P99Ms), P99Ms));
        init => (P50Ms, P99Ms) = (P50Ms.WithBound(value, nameof(P50Ms)), P99Ms.WithBound(value, nameof(P99Ms)));
    }

    /// <summary>Of successes alone; null when no request failed, or if it is not known, as from wrk.</summary>
    public double? SuccessP99Ms { get; init; }

    /// <summary>The thresholds that the load generator exceeded; null if it exceeded none, or if that is not known.</summary>
    public string? GeneratorLimit { get; init; }

    /// <summary>The CPU time of proxy and backend together.</summary>
    public double CpuMicroseconds => ProxyMicroseconds + BackendMicroseconds;
}

/// <summary>The proxy between the load and the backend.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Title">The title in tables.</param>
public sealed record CostedTarget(string Name, string Title)
{
    /// <summary>The backend without a proxy.</summary>
    public const string Direct = "direct";

    public const string Nginx = "nginx";

    /// <summary>A proxy with YARP only.</summary>
    public const string Bare = "bare";

    /// <summary>The gateway with every feature off.</summary>
    public const string Plain = "plain";

    /// <summary>The gateway with a cache that holds the answer.</summary>
    public const string CacheHit = "cache";

    /// <summary>The gateway with keys, limits, usage and shedding.</summary>
    public const string Full = "full";
}
