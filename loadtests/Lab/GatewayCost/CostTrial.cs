using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>One measurement of one target. Times of the CPU are for one request, in microseconds.</summary>
/// <param name="Target">The target's name.</param>
/// <param name="Round">Trials of the same round were run within a minute of each other.</param>
/// <param name="Failed">Requests that had another answer than 2xx, or none.</param>
/// <param name="ProxyMicroseconds">Of the proxy's processes; 0 where there is none.</param>
/// <param name="BackendMicroseconds">Of the backend's process.</param>
public sealed record CostTrial(
    string Target,
    int Round,
    double RequestsPerSecond,
    LatencyValue P50Ms,
    LatencyValue P99Ms,
    double ProxyMicroseconds,
    double BackendMicroseconds,
    long Failed)
{
    /// <summary>Those of the two latencies that are lower bounds, by name; null where none is.</summary>
    public IReadOnlyList<string>? AtLeast => LatencyValue.BoundNames((nameof(P50Ms), P50Ms), (nameof(P99Ms), P99Ms));

    /// <summary>Of proxy and backend together.</summary>
    public double CpuMicroseconds => ProxyMicroseconds + BackendMicroseconds;
}
