using System.Diagnostics.Metrics;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

public sealed class CosmosCallMeterTests : IAsyncDisposable
{
    private const string Charge = "azure.cosmosdb.client.request.charge";
    private const string Duration = "azure.cosmosdb.client.request.duration";
    private const string Documents = "/dbs/drones/colls/deliveriesByOwnerId/docs";

    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly ManualTimeProvider _time = new();
    private readonly MetricRecorder _metrics;
    private readonly HttpClient _client;

    public CosmosCallMeterTests()
    {
        var factory = _services.GetRequiredService<IMeterFactory>();
        _metrics = new MetricRecorder(factory);
        _client = new HttpClient(new CosmosCallMeter(factory, _time, new SocketsHttpHandler()));
    }

    [Fact]
    public async Task Call_Answered_IsMeasuredWithContainerPartitionAndStatus()
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(200, ("x-ms-documentdb-partitionkeyrangeid", "3"), ("x-ms-request-charge", "3.36"));
        var hold = new TaskCompletionSource();
        database.Hold = hold.Task;

        var call = SendAsync(database.Address, HttpMethod.Post, Documents, "x-ms-documentdb-isquery");
        while (database.UnderWay == 0)
        {
            await Task.Yield();
        }

        _time.Advance(TimeSpan.FromMilliseconds(250));
        hold.SetResult();
        await call;

        var charge = Assert.Single(_metrics.Find(Charge));
        Assert.Equal(3.36, charge.Value);
        Assert.Equal(
            "azure.cosmosdb.partition_key_range.id=3 db.collection.name=deliveriesByOwnerId db.operation.name=query_items",
            TextOf(charge));
        var duration = Assert.Single(_metrics.Find(Duration));
        Assert.Equal(0.25, duration.Value, precision: 6);
        Assert.Equal($"{TextOf(charge)} db.response.status_code=200", TextOf(duration));
    }

    [Fact]
    public async Task Call_Throttled_IsMeasuredWithoutCharge()
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(429, ("x-ms-documentdb-partitionkeyrangeid", "3"), ("x-ms-request-charge", "0"));

        await SendAsync(database.Address, HttpMethod.Post, Documents, "x-ms-documentdb-isquery");

        Assert.Empty(_metrics.Find(Charge));
        var duration = Assert.Single(_metrics.Find(Duration));
        Assert.Equal(("429", "3"), (duration["db.response.status_code"], duration["azure.cosmosdb.partition_key_range.id"]));
    }

    [Theory]
    [InlineData("POST", Documents, "x-ms-documentdb-isquery", "query_items")]
    [InlineData("POST", Documents, "x-ms-cosmos-is-query-plan-request", "query_plan")]
    [InlineData("POST", Documents, "x-ms-documentdb-is-upsert", "upsert_item")]
    [InlineData("POST", Documents, null, "create_item")]
    [InlineData("GET", Documents, null, "read_all_items")]
    [InlineData("GET", $"{Documents}/d-1", null, "read_item")]
    [InlineData("PUT", $"{Documents}/d-1", null, "replace_item")]
    [InlineData("DELETE", $"{Documents}/d-1", null, "delete_item")]
    [InlineData("OPTIONS", $"{Documents}/d-1", null, "other")]
    [InlineData("GET", "/dbs/AAADAA==/colls/AAADAIAAAAU=/pkranges", null, "metadata", null)]
    [InlineData("GET", "/", null, "metadata", null)]
    public async Task Call_ForAnOperation_HasItsNameAndContainer(
        string method, string path, string? header, string operation, string? container = "deliveriesByOwnerId")
    {
        await using var database = await FakeDatabase.StartAsync();
        database.Answer(200);

        await SendAsync(database.Address, new HttpMethod(method), path, header);

        var duration = Assert.Single(_metrics.Find(Duration));
        Assert.Equal((operation, container), (duration["db.operation.name"], duration["db.collection.name"]));
    }

    [Fact]
    public async Task Call_DatabaseUnreachable_IsMeasuredWithItsError()
    {
        using var port = new UnansweredPort();

        await Assert.ThrowsAsync<HttpRequestException>(() => SendAsync(port.Address, HttpMethod.Get, "/", header: null));

        Assert.Equal(
            "db.operation.name=metadata error.type=System.Net.Http.HttpRequestException",
            TextOf(Assert.Single(_metrics.Find(Duration))));
    }

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        _metrics.Dispose();
        return _services.DisposeAsync();
    }

    private static string TextOf(MetricRecorder.Measured measured) => string.Join(
        ' ', measured.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}={tag.Value}"));

    private async Task SendAsync(Uri address, HttpMethod method, string path, string? header)
    {
        using var request = new HttpRequestMessage(method, new Uri(address, path));
        if (header is not null)
        {
            request.Headers.Add(header, "True");
        }

        using var response = await _client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
