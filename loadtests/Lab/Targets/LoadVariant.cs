namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>How load is put on a target. Compared searches differ in one of these properties.</summary>
/// <param name="NewConnections">Each request opens a new connection.</param>
/// <param name="ClosedLoop">Users who wait for each answer (closed loop), instead of arrivals at a rate (open loop).</param>
internal sealed record LoadVariant(string Name, HttpProtocol Protocol, bool NewConnections, bool ClosedLoop)
{
    public static LoadVariant Usual { get; } = new("open loop, HTTP/1.1, kept connections", HttpProtocol.Http1, false, false);

    private static readonly Dictionary<string, IReadOnlyList<LoadVariant>> Sets = new()
    {
        ["protocol"] = [Usual with { Name = "HTTP/1.1" }, Usual with { Name = "HTTP/2", Protocol = HttpProtocol.Http2 }],
        ["connections"] =
        [
            Usual with { Name = "kept connections" },
            Usual with { Name = "new connections", NewConnections = true },
        ],
        ["loop"] = [Usual with { Name = "open loop" }, Usual with { Name = "closed loop", ClosedLoop = true }],
    };

    public static IReadOnlyList<string> Comparisons { get; } = [.. Sets.Keys];

    /// <param name="comparison">One of <see cref="Comparisons"/>; null for the default variant alone.</param>
    public static IReadOnlyList<LoadVariant> ForComparison(string? comparison) => comparison is null ? [Usual] : Sets[comparison];
}
