namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Reads what the processes of a target use while it is under load.</summary>
internal sealed class CostMeter(RunningTarget running, int backendProcessId)
{
    private TimeSpan Proxy => running.ProcessId is { } id ? ProcessTreeTime.Of(id) : TimeSpan.Zero;

    private TimeSpan Backend => ProcessTreeTime.Of(backendProcessId);

    public async Task<MeteredLoad> MeasureAsync(Func<Task<MeasuredLoad>> run)
    {
        var (proxy, backend) = (Proxy, Backend);
        var load = await run();
        var requests = Math.Max(1, load.Answered);
        return new MeteredLoad(
            load, (Proxy - proxy).TotalMicroseconds / requests, (Backend - backend).TotalMicroseconds / requests);
    }
}
