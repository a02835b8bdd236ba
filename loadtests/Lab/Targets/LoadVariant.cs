namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>How load is put on a target. Compared searches differ in one of these properties.</summary>
internal sealed record LoadVariant(string Name)
{
    /// <summary>Units of load.</summary>
    public const string Users = "users";
    public const string Requests = "req/s";

    public const string ByProtocol = "protocol";
    public const string ByBody = "body";

    private static readonly Dictionary<string, IReadOnlyList<LoadVariant>> Sets = new()
    {
        [ByProtocol] =
        [
            new("HTTP/1.1"), new("HTTP/2") { Protocol = HttpProtocol.Http2 }, new("HTTP/3") { Protocol = HttpProtocol.Http3 },
        ],
        ["connections"] = [new("kept connections"), new("new connections") { NewConnections = true }],
        ["loop"] = [new("open loop"), new("closed loop") { ClosedLoop = true }],
    };

    public static LoadVariant Usual { get; } = new("open loop, HTTP/1.1, kept connections");

    public static IReadOnlyList<string> Comparisons { get; } = [.. Sets.Keys, ByBody];

    public HttpProtocol Protocol { get; init; }

    /// <summary>
    /// Whether a connection that arrives does a full TLS handshake; it is closed at once. Null if requests arrive.
    /// </summary>
    public bool? ConnectsWithTls { get; init; }

    /// <summary>Each request opens a new connection.</summary>
    public bool NewConnections { get; init; }

    /// <summary>Users who wait for each answer (closed loop), instead of arrivals at a rate (open loop).</summary>
    public bool ClosedLoop { get; init; }

    /// <summary>The length of the body that is posted, in bytes; null for the usual request of the target.</summary>
    public int? BodySize { get; init; }

    /// <summary>The unit of offered load.</summary>
    public string Unit => ClosedLoop ? Users : ConnectsWithTls switch
    {
        null => Requests,
        false => "connections/s",
        true => "handshakes/s",
    };

    /// <param name="comparison">One of <see cref="Comparisons"/>; null for the default variant alone.</param>
    public static IReadOnlyList<LoadVariant> ForComparison(string? comparison) => comparison is null ? [Usual] : Sets[comparison];

    /// <exception cref="FormatException">A size is none.</exception>
    public static IReadOnlyList<LoadVariant> ForBodies(IEnumerable<string> sizes, string option) =>
        [.. sizes.Select(size => new LoadVariant($"POST, body of {size}") { BodySize = Quantity.Size(size, option) })];

    /// <summary>Connections without a request.</summary>
    public static LoadVariant ForConnections(bool tls) =>
        new(tls ? "full TLS handshakes" : "TCP connections") { ConnectsWithTls = tls };

    /// <summary>The reason why the variant is not possible, in one line; null if it is.</summary>
    public string? WhyNot(Uri address) => Protocol != HttpProtocol.Http3 ? null
        : address.Scheme != Uri.UriSchemeHttps ? $"it needs an https address, not {address}"
        : HttpLoadClient.SupportsHttp3 ? null
        : "it needs QUIC, which this machine lacks: install libmsquic";
}
