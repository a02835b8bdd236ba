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

/// <summary>Counts of a client's connections since the client was created.</summary>
/// <param name="Opened">Established connections, including those over TLS.</param>
/// <param name="TlsHandshakes">Established connections with a TLS handshake; a QUIC connection always has one.</param>
/// <param name="Retries">Requests sent again because a kept connection was closed before the first byte of the response.</param>
public readonly record struct ClientCounts(long Opened, long TlsHandshakes, long Retries)
{
    /// <summary>The difference from earlier counts of the same client.</summary>
    public ClientCounts Since(ClientCounts earlier) =>
        new(Opened - earlier.Opened, TlsHandshakes - earlier.TlsHandshakes, Retries - earlier.Retries);
}
