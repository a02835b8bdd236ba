namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Facts about a span, read from its attributes.</summary>
internal static class SpanFacts
{
    public const string ServerKind = "server";
    public const string ClientKind = "client";
    public const string DataCall = "data";
    public const string PlanCall = "plan";
    public const string MetadataCall = "metadata";
    public const int TooManyRequests = 429;

    public static long EndNanoseconds(this SpanRecord span) => span.StartNanoseconds + span.DurationNanoseconds;

    public static double DurationMs(this SpanRecord span) => span.DurationNanoseconds / 1e6;

    public static string? Text(this SpanRecord span, string attribute) => span.Attributes.GetValueOrDefault(attribute);

    public static double? Number(this SpanRecord span, string attribute) =>
        double.TryParse(span.Text(attribute), NumberStyles.Float, null, out var number) ? number : null;

    /// <summary>How long the call waited for a connection, in ms.</summary>
    public static double QueueMs(this SpanRecord call) => (call.Number(SpanRecord.TimeInQueue) ?? 0) * 1000;

    // Each attribute by its stable name of OpenTelemetry's conventions, or by the name before that.
    public static int? Status(this SpanRecord span) =>
        (int?)(span.Number(SpanRecord.StatusCode) ?? span.Number("http.status_code"));

    public static Uri? Url(this SpanRecord client) =>
        Uri.TryCreate(client.Text("url.full") ?? client.Text("http.url"), UriKind.Absolute, out var url) ? url : null;

    /// <summary>The path that a client requested; empty if it is not known.</summary>
    public static string UrlPath(this SpanRecord client) =>
        client.Text("url.path") ?? client.Text("http.target")?.Split('?')[0] ?? client.Url()?.AbsolutePath ?? "";

    public static string? Method(this SpanRecord span) => span.Text("http.request.method") ?? span.Text("http.method");

    /// <summary>The host that a client calls; null if it is not known.</summary>
    public static string? Address(this SpanRecord client) =>
        client.Text("server.address") ?? client.Text("net.peer.name") ?? client.Url()?.Host;

    /// <summary>For example <c>postgresql</c>; null if the span is not of a database client.</summary>
    public static string? DatabaseSystem(this SpanRecord span) => span.Text("db.system.name") ?? span.Text("db.system");

    public static string? QueryText(this SpanRecord span) => span.Text("db.query.text") ?? span.Text("db.statement");

    public static string? Partition(this SpanRecord span) => span.Text(SpanRecord.PartitionKeyRangeId);

    /// <summary><c>data</c>, <c>plan</c> or <c>metadata</c>; null if the span is not a call to Cosmos DB.</summary>
    public static string? CosmosCall(this SpanRecord span) => span.Kind == ClientKind ? span.Text(SpanRecord.CosmosCall) : null;

    /// <summary>Whether Cosmos DB answered 429, as the span of the call or of its operation tells.</summary>
    public static bool IsThrottled(this SpanRecord span) =>
        span.IsCosmos() && span.FindFigure(SpanRecord.StatusCode) == CosmosRecord.Throttled;

    public static bool IsServer(this SpanRecord span) => span.Kind == ServerKind;

    /// <summary>Whether the span is a call to a database, by OpenTelemetry's conventions or by the services' tag.</summary>
    public static bool IsDatabaseCall(this SpanRecord span) => span.Kind == ClientKind
        && (span.CosmosCall() is not null || (span.DatabaseSystem() is not null && !span.IsConnecting()));

    /// <summary>Whether the span is a database client's wait for a connection, which some libraries record as a call.</summary>
    public static bool IsConnecting(this SpanRecord span) => span.DatabaseSystem() is not null && span.QueryText() is null
        && span.Name.EndsWith("connect", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// The smallest shift, in ns, that puts the span between two moments. A span that is longer may begin at any moment between
    /// them, since a called service may go on after its caller has left.
    /// </summary>
    public static long ShiftInto(this SpanRecord span, long from, long to)
    {
        var latest = span.DurationNanoseconds > to - from ? to : to - span.DurationNanoseconds;
        var start = span.StartNanoseconds;
        return start < from ? from - start : start > latest ? Math.Max(from, to - span.DurationNanoseconds) - start : 0;
    }
}

/// <summary>The usual paths of health probes by ASP.NET Core, Kubernetes and load balancers.</summary>
internal static class HealthRoutes
{
    private static readonly HashSet<string> FirstSegments =
        new(StringComparer.OrdinalIgnoreCase) { "alive", "health", "healthz", "livez", "readyz" };

    public static bool Contains(string? route) => route is not null && FirstSegments.Contains(route.Trim('/').Split('/')[0]);
}
