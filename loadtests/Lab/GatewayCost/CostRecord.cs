namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every trial of the gateway-cost lab: the content of <c>gateway-cost.json</c>.</summary>
/// <param name="ClosedGenerator">The load generator of the closed loop: wrk, or the lab's engine if wrk is not installed.</param>
/// <param name="Connections">Those of the closed loop.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Missing">The requested targets that could not be measured, or may fail on this machine, as sentences.</param>
/// <param name="Closed">The trials of the closed loop, at saturation.</param>
/// <param name="Open">The trials of the open loop, at a fixed rate.</param>
public sealed record CostRecord(
    StudyEnvelope Envelope, string ClosedGenerator, int Connections, double OpenRate, IReadOnlyList<CostedTarget> Targets,
    IReadOnlyList<string> Missing, IReadOnlyList<CostTrial> Closed, IReadOnlyList<CostTrial> Open);

/// <summary>One measurement of one target. CPU times are for each request, in microseconds.</summary>
/// <param name="Failed">Requests with an error answer or without an answer.</param>
public sealed record CostTrial(double RequestsPerSecond, LatencyValue P50Ms, LatencyValue P99Ms, long Failed)
{
    public string Target { get; init; } = "";

    /// <summary>The number of the round, from 1. Each round measures every target in both loops.</summary>
    public int Round { get; init; }

    /// <summary>The CPU time of the proxy's processes; 0 without a proxy.</summary>
    public double ProxyMicroseconds { get; init; }

    /// <summary>The CPU time of the backend's process.</summary>
    public double BackendMicroseconds { get; init; }

    /// <summary>Requests with any answer.</summary>
    public long Answered { get; init; }

    public LatencyValue P75Ms { get; init; }

    public LatencyValue P90Ms { get; init; }

    /// <summary>None from wrk, like <see cref="MaxMs"/>.</summary>
    public LatencyValue P999Ms { get; init; }

    public LatencyValue MaxMs { get; init; }

    /// <summary>The names of the latencies that are lower bounds; null if there are none.</summary>
    public IReadOnlyList<string>? AtLeast
    {
        get => LatencyValue.BoundNames(
            (nameof(P50Ms), P50Ms), (nameof(P75Ms), P75Ms), (nameof(P90Ms), P90Ms), (nameof(P99Ms), P99Ms),
            (nameof(P999Ms), P999Ms), (nameof(MaxMs), MaxMs));
        init
        {
            (P50Ms, P75Ms) = (P50Ms.WithBound(value, nameof(P50Ms)), P75Ms.WithBound(value, nameof(P75Ms)));
            (P90Ms, P99Ms) = (P90Ms.WithBound(value, nameof(P90Ms)), P99Ms.WithBound(value, nameof(P99Ms)));
            (P999Ms, MaxMs) = (P999Ms.WithBound(value, nameof(P999Ms)), MaxMs.WithBound(value, nameof(MaxMs)));
        }
    }

    /// <summary>Of successes alone; null when no request failed, or if it is not known, as from wrk.</summary>
    public double? SuccessP99Ms { get; init; }

    /// <summary>The thresholds that the load generator exceeded; null if it exceeded none, or if that is not known.</summary>
    public string? GeneratorLimit { get; init; }

    /// <summary>Null if writes of usage were not watched.</summary>
    public WriteFigures? Writes { get; init; }

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

    /// <summary>The same over HTTP/1.1, with a new connection to the backend for each request.</summary>
    public const string NoKeepAlive = "no-keep-alive";

    /// <summary>The start of the name of a full gateway with its own seconds from one write of usage to the next.</summary>
    public const string UsagePrefix = "usage-";

    public const string UsageOff = $"{UsagePrefix}off";
}
