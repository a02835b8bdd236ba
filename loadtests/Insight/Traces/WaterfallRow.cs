using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

public enum WaterfallRowKind
{
    /// <summary>A service at work on a request.</summary>
    Server,

    /// <summary>A service waiting for another.</summary>
    Client,

    /// <summary>A query page or item asked of Cosmos DB.</summary>
    CosmosData,

    /// <summary>A query plan or account data asked of Cosmos DB.</summary>
    CosmosOther,

    Internal,

    /// <summary>Nothing is done: the client waits before it repeats a throttled call.</summary>
    Wait,
}

/// <summary>One bar of a waterfall. Start and duration are in ms, the start from the start of the trace.</summary>
/// <param name="Depth">How far below the root.</param>
/// <param name="Status">The HTTP status, where the span has one.</param>
/// <param name="Partition">The physical partition asked, of a call to Cosmos DB.</param>
/// <param name="RequestUnits">What the call was charged.</param>
/// <param name="RetryAfterMs">How long a throttled call was told to wait.</param>
public sealed record WaterfallRow(
    string Service,
    string Name,
    WaterfallRowKind Kind,
    int Depth,
    double StartMs,
    double DurationMs,
    int? Status,
    string? Partition,
    double? RequestUnits,
    double? RetryAfterMs,
    bool Failed)
{
    internal static WaterfallRow FromSpan(TraceNode node, long traceStart, int depth)
    {
        var span = node.Span;
        return new WaterfallRow(
            span.Service,
            NameOf(node),
            KindOf(span),
            depth,
            (span.StartNanoseconds - traceStart) / 1e6,
            span.DurationMs(),
            span.Status(),
            span.Partition(),
            span.Number(SpanRecord.RequestCharge),
            span.Number(SpanRecord.RetryAfterMs),
            span.Failed);
    }

    internal static WaterfallRow FromWait(RetryWait wait, long traceStart, int depth) =>
        new(
            wait.Throttled.Service,
            "waiting to retry",
            WaterfallRowKind.Wait,
            depth,
            (wait.Throttled.EndNanoseconds() - traceStart) / 1e6,
            wait.DurationMs,
            null,
            wait.Throttled.Partition(),
            null,
            wait.Throttled.Number(SpanRecord.RetryAfterMs),
            false);

    private static WaterfallRowKind KindOf(SpanRecord span) => (span.CosmosCall(), span.Kind) switch
    {
        (SpanFacts.DataCall, _) => WaterfallRowKind.CosmosData,
        (not null, _) => WaterfallRowKind.CosmosOther,
        (_, SpanFacts.ServerKind) => WaterfallRowKind.Server,
        (_, SpanFacts.ClientKind) => WaterfallRowKind.Client,
        _ => WaterfallRowKind.Internal,
    };

    private static string NameOf(TraceNode node) => (node.Span.CosmosCall(), node.Span.Partition()) switch
    {
        (SpanFacts.DataCall, { } partition) => $"Cosmos call, partition {partition}",
        (SpanFacts.DataCall, null) => "Cosmos call",
        (SpanFacts.PlanCall, _) => "Cosmos query plan",
        (not null, _) => "Cosmos metadata",
        _ when node.Span.Kind == SpanFacts.ClientKind => $"call {BackendCallName.ForCall(node.Span, node.Answering?.Span)}",
        _ => node.Span.Name,
    };
}

/// <summary>
/// Names a call by the service that answers it and by what is asked: <c>Order store summary</c>; where there was no answer, by
/// its address.
/// </summary>
internal static class BackendCallName
{
    /// <param name="server">The backend's own span; null where the call never reached it.</param>
    public static string ForCall(SpanRecord client, SpanRecord? server)
    {
        var path = server?.Text(SpanRecord.Route) ?? Path(client);
        var name = $"{(server is null ? Address(client) : Words(server.Service))} {Operation(path)}".Trim();
        return name.Length > 0 ? name : client.Name;
    }

    /// <summary>The last segment says what is asked; <c>/orders/{id}</c> asks for one by its id.</summary>
    private static string Operation(string path) => path[(path.LastIndexOf('/') + 1)..];

    private static string Words(string service) => char.ToUpperInvariant(service[0]) + service[1..].Replace('-', ' ');

    private static string Path(SpanRecord client) => client.Text("url.path") ?? Url(client)?.AbsolutePath ?? "";

    private static string? Address(SpanRecord client) => Url(client)?.Authority ?? client.Text("server.address");

    private static Uri? Url(SpanRecord client) =>
        Uri.TryCreate(client.Text("url.full"), UriKind.Absolute, out var url) ? url : null;
}
