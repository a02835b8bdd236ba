namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Facts about a span, read from its attributes.</summary>
internal static class SpanFacts
{
    public const string ServerKind = "server";
    public const string ClientKind = "client";
    public const string DataCall = "data";
    public const string PlanCall = "plan";
    public const int TooManyRequests = 429;

    public static long EndNanoseconds(this SpanRecord span) => span.StartNanoseconds + span.DurationNanoseconds;

    public static double DurationMs(this SpanRecord span) => span.DurationNanoseconds / 1e6;

    public static string? Text(this SpanRecord span, string attribute) => span.Attributes.GetValueOrDefault(attribute);

    public static double? Number(this SpanRecord span, string attribute) =>
        double.TryParse(span.Text(attribute), NumberStyles.Float, null, out var number) ? number : null;

    /// <summary>How long the call waited for a connection, in ms.</summary>
    public static double QueueMs(this SpanRecord call) => (call.Number(SpanRecord.TimeInQueue) ?? 0) * 1000;

    public static int? Status(this SpanRecord span) => (int?)span.Number(SpanRecord.StatusCode);

    public static Uri? Url(this SpanRecord client) =>
        Uri.TryCreate(client.Text("url.full"), UriKind.Absolute, out var url) ? url : null;

    /// <summary>The path that a client requested; empty if it is not known.</summary>
    public static string UrlPath(this SpanRecord client) => client.Text("url.path") ?? client.Url()?.AbsolutePath ?? "";

    public static string? Partition(this SpanRecord span) => span.Text(SpanRecord.PartitionKeyRangeId);

    /// <summary><c>data</c>, <c>plan</c> or <c>metadata</c>; null if the span is not a call to Cosmos DB.</summary>
    public static string? CosmosCall(this SpanRecord span) => span.Kind == ClientKind ? span.Text(SpanRecord.CosmosCall) : null;

    public static bool IsThrottled(this SpanRecord span) => span.CosmosCall() is not null && span.Status() == TooManyRequests;

    public static bool IsServer(this SpanRecord span) => span.Kind == ServerKind;

    /// <summary>Whether the span is a call to a database, by OpenTelemetry's conventions or by the services' tag.</summary>
    public static bool IsDatabaseCall(this SpanRecord span) => span.Kind == ClientKind
        && (span.CosmosCall() is not null || span.Text("db.system.name") is not null || span.Text("db.system") is not null);
}

/// <summary>The usual paths of health probes by ASP.NET Core, Kubernetes and load balancers.</summary>
internal static class HealthRoutes
{
    public static IReadOnlySet<string> FirstSegments { get; } =
        new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "alive", "health", "healthz", "livez", "readyz" };

    public static bool Contains(string? route) => route is not null && FirstSegments.Contains(route.Trim('/').Split('/')[0]);
}
