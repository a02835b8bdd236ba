namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>What a client did to its connections so far.</summary>
/// <param name="Opened">Connections that were established, TLS included.</param>
/// <param name="TlsHandshakes">Those of them that shook hands over TLS; a QUIC connection always does.</param>
/// <param name="Retries">Requests sent again because a kept connection turned out to be closed before anything came back.</param>
public readonly record struct ClientCounts(long Opened, long TlsHandshakes, long Retries)
{
    /// <summary>What was added to those of an earlier moment.</summary>
    public ClientCounts Since(ClientCounts earlier) =>
        new(Opened - earlier.Opened, TlsHandshakes - earlier.TlsHandshakes, Retries - earlier.Retries);
}
