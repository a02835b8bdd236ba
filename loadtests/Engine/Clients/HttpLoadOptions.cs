namespace DroneDelivery.LoadTests.Engine.Clients;

public enum HttpProtocol
{
    /// <summary>HTTP/1.1.</summary>
    Http1,

    /// <summary>HTTP/2: with TLS for an https address, without negotiation ("prior knowledge") for an http address.</summary>
    Http2,

    /// <summary>HTTP/3, for https addresses, where the platform has QUIC.</summary>
    Http3,
}

/// <summary>How a load client speaks to servers.</summary>
public sealed record HttpLoadOptions
{
    private readonly int _connections = 1;
    private readonly int _streamsPerConnection = 100;
    private readonly TimeSpan _timeout = TimeSpan.FromSeconds(30);

    public HttpProtocol Protocol { get; init; } = HttpProtocol.Http1;

    /// <summary>At most so many to each server; a request that finds all of them busy waits for one.</summary>
    public int Connections
    {
        get => _connections;
        init => _connections = AboveZero(value, nameof(Connections));
    }

    /// <summary>
    /// How many requests one connection may carry at a time over HTTP/2 and HTTP/3; the server may allow fewer. One over
    /// HTTP/1.1.
    /// </summary>
    public int StreamsPerConnection
    {
        get => _streamsPerConnection;
        init => _streamsPerConnection = AboveZero(value, nameof(StreamsPerConnection));
    }

    /// <summary>Closes each connection after its answer, so that every request pays for a connection of its own.</summary>
    public bool NewConnectionPerRequest { get; init; }

    /// <summary>For a whole request: waiting for a connection, connecting, sending, and reading the answer to its end.</summary>
    public TimeSpan Timeout
    {
        get => _timeout;
        init => _timeout = value > TimeSpan.Zero
            ? value
            : throw new ArgumentOutOfRangeException(nameof(Timeout), value, "A time-out is longer than nothing.");
    }

    /// <summary>Trusts whatever certificate a server shows, also one that it signed itself.</summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Lets each <see cref="HttpSession"/> keep the cookies that servers set, and send them back.</summary>
    public bool Cookies { get; init; }

    private static int AboveZero(int value, string name)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value, name);
        return value;
    }
}
