namespace DroneDelivery.LoadTests.Insight.Traces;

public enum WaterfallRowKind
{
    /// <summary>A service that processes a request.</summary>
    Server,

    /// <summary>A service that waits for another.</summary>
    Client,

    /// <summary>A request for a query page or an item to Cosmos DB.</summary>
    CosmosData,

    /// <summary>A request for a query plan or account data to Cosmos DB.</summary>
    CosmosOther,

    Internal,

    /// <summary>The wait of a client before it retries a throttled call.</summary>
    Wait,
}

/// <summary>One bar of a waterfall. Start and duration are in ms, the start from the start of the trace.</summary>
/// <param name="Depth">The depth below the root.</param>
/// <param name="Status">The HTTP status, if the span has one.</param>
/// <param name="Partition">The physical partition of a call to Cosmos DB.</param>
/// <param name="RequestUnits">The RU charge of the call.</param>
public sealed record WaterfallRow(
    string Service, string Name, WaterfallRowKind Kind, int Depth, double StartMs, double DurationMs, int? Status,
    string? Partition, double? RequestUnits, bool Failed)
{
    internal static WaterfallRow FromSpan(TraceNode node, long traceStart, int depth)
    {
        var span = node.Span;
        return new(
            span.Service, NameOf(node), KindOf(span), depth, (span.StartNanoseconds - traceStart) / 1e6, span.DurationMs(),
            span.Status(), span.Partition(), span.Number(SpanRecord.RequestCharge), span.Failed);
    }

    internal static WaterfallRow FromWait(RetryWait wait, long traceStart, int depth)
    {
        var call = wait.Throttled;
        return new(
            call.Service, "waiting to retry", WaterfallRowKind.Wait, depth, (call.EndNanoseconds() - traceStart) / 1e6,
            wait.DurationMs, null, call.Partition(), null, false);
    }

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
        (SpanFacts.DataCall, { } partition) => $"database call, partition {partition}",
        (SpanFacts.DataCall, null) => "database call",
        (SpanFacts.PlanCall, _) => "Cosmos query plan",
        (not null, _) => "Cosmos metadata",
        _ when node.Span.Kind == SpanFacts.ClientKind => $"call {BackendCallName.ForCall(node.Span, node.Answering?.Span)}",
        _ => node.Span.Name,
    };
}

/// <summary>
/// Names a call by the service that answers and the last segment of the route: <c>Order store summary</c>; by its address without
/// an answer.
/// </summary>
internal static class BackendCallName
{
    /// <param name="server">The server span of the backend; null if the call did not reach it.</param>
    public static string ForCall(SpanRecord client, SpanRecord? server)
    {
        var path = server?.Text(SpanRecord.Route) ?? client.UrlPath();
        var name = $"{(server is null ? Address(client) : Words(server.Service))} {Operation(path)}".Trim();
        return name.Length > 0 ? name : client.Name;
    }

    /// <summary>The last segment of the path; <c>/orders/{id}</c> is named as a call for one item by its id.</summary>
    private static string Operation(string path) => path[(path.LastIndexOf('/') + 1)..];

    private static string Words(string service) => char.ToUpperInvariant(service[0]) + service[1..].Replace('-', ' ');

    private static string? Address(SpanRecord client) => client.Url()?.Authority ?? client.Address();
}
