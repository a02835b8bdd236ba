namespace DroneDelivery.LoadTests.Engine.Clients;

public enum HttpProtocol
{
    Http1,

    /// <summary>HTTP/2: with TLS for an https address, without negotiation ("prior knowledge") for an http address.</summary>
    Http2,

    /// <summary>HTTP/3, for https addresses, where the platform has QUIC.</summary>
    Http3,
}

/// <summary>How a load client connects to servers.</summary>
public sealed record HttpLoadOptions
{
    public HttpProtocol Protocol { get; init; } = HttpProtocol.Http1;

    /// <summary>The maximum number of connections to each server. A request that finds all of them busy waits for one.</summary>
    public int Connections { get; init => field = AboveZero(value, nameof(Connections)); } = 1;

    /// <summary>
    /// The number of requests that one connection may carry at a time over HTTP/2 and HTTP/3; the server may allow fewer. Over
    /// HTTP/1.1 it is always one.
    /// </summary>
    public int StreamsPerConnection { get; init => field = AboveZero(value, nameof(StreamsPerConnection)); } = 100;

    /// <summary>Closes each connection after its response, so that every request opens a new connection.</summary>
    public bool NewConnectionPerRequest { get; init; }

    /// <summary>For a whole request: waiting for a connection, connecting, sending, and reading the whole response.</summary>
    public TimeSpan Timeout { get; init => field = AboveZero(value, nameof(Timeout)); } = TimeSpan.FromSeconds(30);

    /// <summary>Accepts every server certificate, also a self-signed one.</summary>
    public bool AcceptAnyCertificate { get; init; }

    private static T AboveZero<T>(T value, string name)
        where T : struct, IComparable<T>
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(value, default, name);
        return value;
    }
}
