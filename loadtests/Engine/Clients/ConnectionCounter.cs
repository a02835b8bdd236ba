namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Counts the connections of one client. Thread-safe.</summary>
internal sealed class ConnectionCounter
{
    private long _opened;
    private long _handshakes;
    private long _retries;

    public ClientCounts Counts =>
        new(Interlocked.Read(ref _opened), Interlocked.Read(ref _handshakes), Interlocked.Read(ref _retries));

    public void AddOpened() => Interlocked.Increment(ref _opened);

    public void AddHandshake() => Interlocked.Increment(ref _handshakes);

    public void AddRetry() => Interlocked.Increment(ref _retries);
}
