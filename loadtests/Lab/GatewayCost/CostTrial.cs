using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>One measurement of one target. CPU times are for each request, in microseconds.</summary>
/// <param name="Target">The target's name.</param>
/// <param name="Round">The number of the round, from 1. Each round measures every target once.</param>
/// <param name="Failed">Requests with an error answer or without an answer.</param>
/// <param name="ProxyMicroseconds">The CPU time of the proxy's processes; 0 without a proxy.</param>
/// <param name="BackendMicroseconds">The CPU time of the backend's process.</param>
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
    /// <summary>The names of the latencies that are lower bounds; null if there are none.</summary>
    public IReadOnlyList<string>? AtLeast
    {
        get => LatencyValue.BoundNames((nameof(P50Ms), P50Ms), (nameof(P99Ms), P99Ms));
        init => (P50Ms, P99Ms) = (P50Ms.WithBound(value, nameof(P50Ms)), P99Ms.WithBound(value, nameof(P99Ms)));
    }

    /// <summary>The CPU time of proxy and backend together.</summary>
    public double CpuMicroseconds => ProxyMicroseconds + BackendMicroseconds;
}
