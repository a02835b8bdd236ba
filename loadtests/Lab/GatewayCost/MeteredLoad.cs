namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A load, and the processor time that each request of it cost, in microseconds.</summary>
/// <param name="ProxyMicroseconds">Of the proxy's processes; 0 where there is none.</param>
internal sealed record MeteredLoad(MeasuredLoad Load, double ProxyMicroseconds, double BackendMicroseconds)
{
    public double CpuMicroseconds => ProxyMicroseconds + BackendMicroseconds;
}
