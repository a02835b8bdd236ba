using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Runs;

public sealed class CosmosSpansTests
{
    private const string Docs = "https://shop.documents.azure.com/dbs/shop/colls/orders/docs";

    /// <summary>OpenTelemetry's conventions, Microsoft's SDK, and the old form of both.</summary>
    [Theory]
    [InlineData(
        "db.system.name=azure.cosmosdb", "db.operation.name=query_items", "db.collection.name=orders",
        "db.response.status_code=200", "azure.cosmosdb.operation.request_charge=2.5", "db.response.returned_rows=7")]
    [InlineData(
        "db.system.name=cosmosdb", "db.operation.name=query_items", "db.collection.name=orders",
        "db.response.status_code=200", "azure.cosmosdb.request.request_charge=2.5", "azure.cosmosdb.row.count=7")]
    [InlineData(
        "db.system=cosmosdb", "db.operation=query_items", "db.cosmosdb.container=orders", "db.cosmosdb.status_code=200",
        "db.cosmosdb.request_charge=2.5", "db.cosmosdb.item_count=7")]
    public void Tag_OperationWithoutCalls_IsTheCall(params string[] attributes)
    {
        var call = Tagged(Trace().Operation("op", attributes)).Single(span => span.CosmosCall() is not null);

        Assert.Equal(("data", 200, 2.5, 7.0), (
            call.CosmosCall(), call.Status(), call.Number(SpanRecord.RequestCharge), call.Number(SpanRecord.ReturnedRows)));
        Assert.Equal("orders", call.Container());
    }

    [Theory]
    [InlineData("create_container_if_not_exists", "metadata")]
    [InlineData("read_throughput", "metadata")]
    [InlineData("read_item", "data")]
    [InlineData("execute_transactional_batch", "data")]
    [InlineData("query_change_feed", "data")]
    public void Tag_Operation_IsDataOrMetadata(string operation, string call)
    {
        var spans = Tagged(Trace().Operation("op", "db.system.name=cosmosdb", $"db.operation.name={operation}"));

        Assert.Equal(call, spans.Single(span => span.SpanId == "t/op").CosmosCall());
    }

    /// <summary>A retry is within its operation, and a page that was read ahead is an operation without a call.</summary>
    [Fact]
    public void Tag_HttpCallsOfOperations_AreTheCallsAndShareTheCharges()
    {
        var spans = Tagged(Trace()
            .Operation("op", "db.system.name=cosmosdb", "azure.cosmosdb.request.request_charge=6")
            .Http("throttled", "op", Docs, 429)
            .Http("first", "op", Docs, 200)
            .Http("second", "op", Docs, 200)
            .Http("ranges", "op", "https://shop.documents.azure.com/dbs/A==/colls/B=/pkranges", 200)
            .Operation("ahead", "db.system.name=cosmosdb", "azure.cosmosdb.request.request_charge=4"));

        Assert.Equal(
            [("first", "data", 5.0), ("ranges", "metadata", null), ("second", "data", 5.0), ("throttled", "data", null)],
            spans.Where(span => span.CosmosCall() is not null)
                .Select(span => (span.SpanId[2..], span.CosmosCall(), span.Number(SpanRecord.RequestCharge)))
                .Order());
        Assert.Equal("t/throttled", Assert.Single(spans, span => span.CosmosCall() is not null && span.IsThrottled()).SpanId);
        Assert.All(spans.Where(span => span.CosmosCall() == "data"), span => Assert.Equal("orders", span.Container()));
    }

    [Fact]
    public void Tag_CallsWithTags_StayAsTheyAre()
    {
        var trace = Trace()
            .Operation("op", "db.system.name=cosmosdb", "azure.cosmosdb.request.request_charge=6")
            .Http("http", "op", Docs, 200)
            .Span("proxy", "http", "cosmos-client", "POST data", "client", 2, 1,
                (SpanRecord.CosmosCall, "data"), (SpanRecord.RequestCharge, "6.27"))
            .Operation("ahead", "db.system.name=cosmosdb", "azure.cosmosdb.request.request_charge=4");

        var spans = Tagged(trace);

        Assert.Equal(trace.Spans, spans);
        Assert.Equal("t/proxy", Assert.Single(spans, span => span.CosmosCall() is not null).SpanId);
    }

    [Fact]
    public void Tag_OtherServiceOfTheTrace_KeepsItsOperations()
    {
        var spans = Tagged(Trace()
            .Operation("op", "db.system.name=cosmosdb")
            .Http("http", "op", Docs, 200)
            .Span("other", TraceBuilder.Gateway, "stock", "read_item", "client", 1, 5, ("db.system.name", "azure.cosmosdb")));

        Assert.Equal(
            ["t/http", "t/other"], spans.Where(span => span.CosmosCall() == "data").Select(span => span.SpanId).Order());
    }

    [Fact]
    public void Tag_OperationWithinAnother_CountsOnce()
    {
        var spans = Tagged(Trace()
            .Operation("op", "db.system.name=cosmosdb")
            .Span("inner", "op", "orders", "read_item", "client", 1, 5, ("db.system.name", "azure.cosmosdb")));

        Assert.Equal("t/inner", Assert.Single(spans, span => span.CosmosCall() is not null).SpanId);
    }

    [Fact]
    public void Tag_OtherDatabases_HasNone()
    {
        var trace = Trace()
            .Span("sql", TraceBuilder.Gateway, "orders", "SELECT", "client", 1, 5, ("db.system.name", "postgresql"));

        Assert.Equal(trace.Spans, Tagged(trace));
    }

    [Fact]
    public void Tag_ParentsInACircle_Ends()
    {
        var spans = Tagged(new TraceBuilder("t")
            .Span("a", "b", "orders", "query_items", "internal", 0, 9, ("db.system.name", "cosmosdb"))
            .Span("b", "a", "orders", "POST", "client", 1, 5, ("url.full", Docs)));

        Assert.Equal(2, spans.Count);
    }

    private static IReadOnlyList<SpanRecord> Tagged(TraceBuilder trace) => CosmosSpans.Tag(trace.Spans);

    private static TraceBuilder Trace() =>
        new TraceBuilder("t").Span(TraceBuilder.Gateway, null, "orders", "GET /orders", "server", 0, 100);
}

internal static class CosmosTraces
{
    /// <summary>An operation of an SDK in Gateway mode.</summary>
    public static TraceBuilder Operation(this TraceBuilder trace, string id, params string[] attributes) => trace.Span(
        id, TraceBuilder.Gateway, "orders", "query_items orders", "internal", 1, 50,
        [.. attributes.Select(attribute => attribute.Split('=') is [var name, var value] ? (name, value) : default)]);

    public static TraceBuilder Http(this TraceBuilder trace, string id, string parent, string url, int status) => trace.Span(
        id, parent, "orders", "POST", "client", 2, 5, ("url.full", url), (SpanRecord.StatusCode, $"{status}"));
}
