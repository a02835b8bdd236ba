using System.Diagnostics;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.TestSupport;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

public sealed class CosmosCallTracerTests : IAsyncDisposable
{
    private const string Documents = "/dbs/drones/colls/deliveriesByOwnerId/docs";

    private readonly SpanRecorder _spans = new(CosmosCallTracer.SourceName, "System.Net.Http");
    private readonly HttpClient _client = new(new CosmosCallTracer(new SocketsHttpHandler { ActivityHeadersPropagator = null }));
    private readonly Activity _operation = new Activity("operation").Start();

    [Fact]
    public async Task Span_ThrottledAttemptThenSuccess_EachCarriesItsOwnTags()
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(
            429,
            ("x-ms-documentdb-partitionkeyrangeid", "3"),
            ("x-ms-request-charge", "0"),
            ("x-ms-request-duration-ms", "0.48"),
            ("x-ms-substatus", "3200"),
            ("x-ms-retry-after-ms", "217.5"));
        database.Answer(
            200,
            ("x-ms-documentdb-partitionkeyrangeid", "3"),
            ("x-ms-request-charge", "3.36"),
            ("x-ms-item-count", "5"),
            ("x-ms-retry-after-ms", "9"));

        await PostAsync(database.Address, Documents);
        await PostAsync(database.Address, Documents);

        var spans = _spans.ChildrenOf(_operation);
        Assert.Equal(2, spans.Length);
        Assert.Equal("POST data", spans[0].DisplayName);
        Assert.Equal("3", spans[0].GetTagItem("azure.cosmosdb.partition_key_range.id"));
        Assert.Equal(0.0, spans[0].GetTagItem("azure.cosmosdb.request_charge"));
        Assert.Equal(3200, spans[0].GetTagItem("azure.cosmosdb.response.sub_status_code"));
        Assert.Equal(217.5, spans[0].GetTagItem("azure.cosmosdb.retry_after_ms"));
        Assert.Equal(0.48, spans[0].GetTagItem("azure.cosmosdb.request_duration_ms"));
        Assert.Equal(429, spans[0].GetTagItem("http.response.status_code"));
        Assert.Equal(ActivityStatusCode.Error, spans[0].Status);
        Assert.Equal(200, spans[1].GetTagItem("http.response.status_code"));
        Assert.Equal(3.36, spans[1].GetTagItem("azure.cosmosdb.request_charge"));
        Assert.Equal(5.0, spans[1].GetTagItem("db.response.returned_rows"));
        Assert.Null(spans[0].GetTagItem("db.response.returned_rows"));
        Assert.Null(spans[1].GetTagItem("azure.cosmosdb.retry_after_ms"));
        Assert.Equal(ActivityStatusCode.Unset, spans[1].Status);
    }

    [Fact]
    public async Task Span_OfACall_FollowsTheConventionsOfHttpClients()
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(200);

        await PostAsync(database.Address, $"{Documents}?secret=1");

        var span = Assert.Single(_spans.ChildrenOf(_operation));
        Assert.Equal(ActivityKind.Client, span.Kind);
        Assert.Equal("azure.cosmosdb", span.GetTagItem("db.system.name"));
        Assert.Equal("POST", span.GetTagItem("http.request.method"));
        Assert.Equal(database.Address.Host, span.GetTagItem("server.address"));
        Assert.Equal(database.Address.Port, span.GetTagItem("server.port"));
        Assert.Equal(new Uri(database.Address, Documents).ToString(), span.GetTagItem("url.full"));
        Assert.Equal("1.1", span.GetTagItem("network.protocol.version"));
        Assert.Null(span.GetTagItem("error.type"));
    }

    [Theory]
    [InlineData(Documents, false, "data")]
    [InlineData($"{Documents}/d-0000001", false, "data")]
    [InlineData(Documents, true, "plan")]
    [InlineData("/", false, "metadata")]
    [InlineData("/dbs/docs/colls/docs", false, "metadata")]
    [InlineData("/dbs/AAADAA==/colls/AAADAIAAAAU=/pkranges", false, "metadata")]
    public async Task Span_KindOfCall_IsTagged(string path, bool isPlan, string expected)
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(200);

        await PostAsync(database.Address, path, isPlan ? "x-ms-cosmos-is-query-plan-request" : null);

        Assert.Equal(expected, Assert.Single(_spans.ChildrenOf(_operation)).GetTagItem("drone.cosmos.call"));
    }

    [Fact]
    public async Task Span_OfACall_IsTheParentThatTheDatabaseSees()
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(200);

        await PostAsync(database.Address, Documents);

        Assert.Equal(Assert.Single(_spans.ChildrenOf(_operation)).Id, Assert.Single(database.TraceParents));
    }

    [Fact]
    public async Task Span_DatabaseUnreachable_HasErrorStatus()
    {
        using var port = new UnansweredPort();

        await Assert.ThrowsAsync<HttpRequestException>(() => PostAsync(port.Address, Documents));

        var span = Assert.Single(_spans.ChildrenOf(_operation));
        Assert.Equal(ActivityStatusCode.Error, span.Status);
        Assert.Equal(typeof(HttpRequestException).FullName, span.GetTagItem("error.type"));
    }

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        _operation.Dispose();
        _spans.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task PostAsync(Uri address, string path, string? header = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, path));
        if (header is not null)
        {
            request.Headers.Add(header, "True");
        }

        using var response = await _client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
