namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A load, and the CPU time of each of its requests, in microseconds.</summary>
/// <param name="ProxyMicroseconds">The CPU time of the proxy's processes; 0 without a proxy.</param>
internal sealed record MeteredLoad(MeasuredLoad Load, double ProxyMicroseconds, double BackendMicroseconds)
{
    public double CpuMicroseconds => ProxyMicroseconds + BackendMicroseconds;
}
