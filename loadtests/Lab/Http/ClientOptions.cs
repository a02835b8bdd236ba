namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of protocol, connections and time-outs.</summary>
internal sealed class ClientOptions
{
    private const int MaxConnections = 100_000;
    private const int MaxStreams = 10_000;
    private const int DefaultStreams = 100;

    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(30);

    private readonly Option<bool> _http1 = FlagOption.Create("--http1", "HTTP/1.1, the default.");

    private readonly Option<bool> _http2 = FlagOption.Create(
        "--http2", "HTTP/2: with TLS for https, without negotiation for http.");

    private readonly Option<bool> _http3 = FlagOption.Create("--http3", "HTTP/3, for https where the platform has QUIC.");

    private readonly Option<string?> _connections = TextOption.Create(
        "--connections", "N", "At most N connections. Default: enough for all requests in flight.", "-c");

    private readonly Option<string?> _streams = TextOption.Create(
        "--streams", "N", $"HTTP/2 and HTTP/3: requests in flight on one connection, at most. Default: {DefaultStreams}.");

    private readonly Option<bool> _newConnections = FlagOption.Create(
        "--new-connections", "A new connection for each request: its latency includes connecting and TLS.");

    private readonly Option<string?> _timeout = TextOption.Create(
        "--timeout", "TIME", $"Time limit for a whole request. Default: {Quantity.Words(DefaultTimeout)}.");

    private readonly Option<string?> _idle = TextOption.Create(
        "--idle-connections", "N",
        "N connections that send nothing: opened before the load, held open during it, and closed after it.");

    private readonly Option<bool> _insecure = CreateInsecure();

    public void AddTo(Command command) => Array.ForEach<Option>(
        [_http1, _http2, _http3, _connections, _streams, _newConnections, _idle, _timeout, _insecure], command.Options.Add);

    /// <exception cref="FormatException">The value is not a valid number, or the protocol is HTTP/3.</exception>
    public int ReadIdle(CommandResult result) => result.GetValue(_http3) && result.Has(_idle)
        ? throw new FormatException("--idle-connections goes with --http1 or --http2: HTTP/3 connects with the first request.")
        : result.ReadWhole(_idle, 1, MaxConnections) ?? 0;

    public static Option<bool> CreateInsecure() => FlagOption.Create("--insecure", "Trusts any certificate.", "-k");

    public bool LimitsConnections(CommandResult result) => result.Has(_connections);

    /// <exception cref="FormatException">The options contradict each other; the message is one line.</exception>
    public HttpLoadOptions Read(CommandResult result, Uri target, int maxInFlight)
    {
        result.AllowOne(_http1, _http2, _http3);
        var protocol = result.GetValue(_http3) ? HttpProtocol.Http3
            : result.GetValue(_http2) ? HttpProtocol.Http2
            : HttpProtocol.Http1;
        if (protocol == HttpProtocol.Http3 && target.Scheme != Uri.UriSchemeHttps)
        {
            throw new FormatException($"--http3 needs an https address; it is {target}.");
        }

        result.RefuseIf(
            protocol == HttpProtocol.Http1,
            "--http2 or --http3: a connection of HTTP/1.1 carries one request at a time",
            _streams);
        result.RefuseIf(result.GetValue(_newConnections), "connections that are kept, and not with --new-connections", _streams);
        // A connection for one request carries no others: so many requests are in flight as there are connections.
        var streams = result.GetValue(_newConnections) ? 1 : result.ReadWhole(_streams, 1, MaxStreams) ?? DefaultStreams;
        var oneCarries = protocol == HttpProtocol.Http1 ? 1 : streams;
        return new HttpLoadOptions
        {
            Protocol = protocol,
            Connections = result.ReadWhole(_connections, 1, MaxConnections)
                ?? Math.Min(MaxConnections, (maxInFlight + oneCarries - 1) / oneCarries),
            StreamsPerConnection = streams,
            NewConnectionPerRequest = result.GetValue(_newConnections),
            Timeout = result.Read(_timeout, Quantity.Time) ?? DefaultTimeout,
            AcceptAnyCertificate = result.GetValue(_insecure),
        };
    }
}
