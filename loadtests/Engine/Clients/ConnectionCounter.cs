namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Counts and times the connections of one client. Thread-safe.</summary>
internal sealed class ConnectionCounter
{
    private readonly Lock _gate = new();
    private long _opened;
    private long _handshakes;
    private long _retries;
    private ConnectionTimes _times = new(new(), new());

    public ClientCounts Counts =>
        new(Interlocked.Read(ref _opened), Interlocked.Read(ref _handshakes), Interlocked.Read(ref _retries));

    /// <param name="connecting">Until TCP was connected; null over QUIC.</param>
    /// <param name="handshake">From then until the end of the TLS handshake; null without one.</param>
    public void AddOpened(TimeSpan? connecting, TimeSpan? handshake)
    {
        Interlocked.Increment(ref _opened);
        lock (_gate)
        {
            Record(_times.Tcp, connecting);
            Record(_times.Tls, handshake);
        }
    }

    public void AddHandshake() => Interlocked.Increment(ref _handshakes);

    public void AddRetry() => Interlocked.Increment(ref _retries);

    /// <summary>Returns the times since the last call, and starts again.</summary>
    public ConnectionTimes TakeTimes()
    {
        lock (_gate)
        {
            var taken = _times;
            _times = new(new(), new());
            return taken;
        }
    }

    private static void Record(LatencyHistogram times, TimeSpan? time)
    {
        if (time is { } took)
        {
            times.Record((long)took.TotalMicroseconds);
        }
    }
}

/// <summary>How long the opening of connections took, in microseconds. Without those over QUIC.</summary>
/// <param name="Tls">Of the TLS handshakes alone.</param>
public sealed record ConnectionTimes(LatencyHistogram Tcp, LatencyHistogram Tls);

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
