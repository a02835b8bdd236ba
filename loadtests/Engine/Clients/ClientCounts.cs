namespace DroneDelivery.LoadTests.Engine.Clients;

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
