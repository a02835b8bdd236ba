namespace DroneDelivery.Gateway.Backends;

/// <summary>Counts the requests in flight at one destination. Safe for concurrent use.</summary>
internal sealed class DestinationCalls
{
    private int _inFlight;

    public int InFlight => Volatile.Read(ref _inFlight);

    public void Begin() => Interlocked.Increment(ref _inFlight);

    public void End() => Interlocked.Decrement(ref _inFlight);
}
