using System.Diagnostics;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

/// <summary>The unmodified SDK through the client that a service gets.</summary>
public sealed class CosmosClientTests
{
    [Fact(Timeout = 300_000)]
    public async Task Client_ThrottledOnce_OperationSpanHasASpanForEachAttempt()
    {
        await using var database = await FakeDatabase.StartAsync();
        database.SdkBody = """{"id":"drones","_rid":"AAADAA==","_self":"dbs/AAADAA==/","_etag":"\"1\"","_ts":1}""";
        database.Answer(429, ("x-ms-retry-after-ms", "1"), ("x-ms-substatus", "3200"), ("x-ms-request-charge", "0"));
        database.Answer(200, ("x-ms-request-charge", "1.25"));
        using var spans = new SpanRecorder(CosmosCallTracer.SourceName, "System.Net.Http", "Azure.Cosmos.Operation");
        using var request = new Activity("request").Start();
        await using var services = ServicesFor(database);

        // The SDK would repeat a read of metadata that takes longer than a second, but not a write.
        await services.GetRequiredService<CosmosClient>()
            .CreateDatabaseAsync("drones", cancellationToken: TestContext.Current.CancellationToken);

        var operation = Assert.Single(spans.ChildrenOf(request), span => span.Source.Name == "Azure.Cosmos.Operation");
        var attempts = spans.InTrace(request.TraceId)
            .Where(span => span.GetTagItem("url.full") is string url && url.EndsWith("/dbs", StringComparison.Ordinal));
        Assert.Equal(
            [(429, operation.SpanId, (object?)1.0, (object?)0.0), (200, operation.SpanId, null, 1.25)],
            attempts.Select(span => (
                span.GetTagItem("http.response.status_code") as int? ?? 0,
                span.ParentSpanId,
                span.GetTagItem("azure.cosmosdb.retry_after_ms"),
                span.GetTagItem("azure.cosmosdb.request_charge"))));
        Assert.DoesNotContain(spans.InTrace(request.TraceId), span => span.Source.Name == "System.Net.Http");
        // The names of the stable conventions.
        Assert.Equal("drones", operation.GetTagItem("db.namespace"));
        Assert.Equal(200, operation.GetTagItem("db.response.status_code"));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(5, 5)]
    [InlineData(8, 8)]
    public async Task Client_MoreCallsThanConnections_RestWaitsInLineAndItsSpansSaySo(int connections, int expected)
    {
        const int calls = 8;
        await using var database = await FakeDatabase.StartAsync();
        database.SdkBody = """{"id":"drones","_rid":"AAADAA==","_self":"dbs/AAADAA==/","_etag":"\"1\"","_ts":1}""";
        Enumerable.Range(0, calls + 1).ToList().ForEach(_ => database.Answer(200));
        using var spans = new SpanRecorder(CosmosCallTracer.SourceName);
        await using var services = ServicesFor(database, connections);
        var client = services.GetRequiredService<CosmosClient>();
        await client.CreateDatabaseAsync("drones", cancellationToken: TestContext.Current.CancellationToken);

        using var request = new Activity("request").Start();
        var hold = new TaskCompletionSource();
        database.Hold = hold.Task;
        // Writes: the SDK would repeat reads of metadata that take longer than a second.
        var writes = Enumerable.Range(0, calls).Select(_ => client.CreateDatabaseAsync("drones")).ToArray();
        while (database.UnderWay < expected || spans.StartedInTrace(request.TraceId).Length < calls)
        {
            await Task.Yield();
        }

        hold.SetResult();
        await Task.WhenAll(writes);

        // One call takes the connection that is there; the others wait for one to be opened or to become free.
        Assert.Equal(expected, database.MaxUnderWay);
        var waited = spans.InTrace(request.TraceId)
            .Where(span => span.GetTagItem("http.client.request.time_in_queue") is > 0.0)
            .ToArray();
        Assert.Equal(calls - 1, waited.Length);
    }

    [Theory]
    [InlineData("gateway", ConnectionMode.Gateway, 0)]
    [InlineData("direct", ConnectionMode.Direct, 1)]
    public async Task Client_InEachMode_WarnsWhereThereAreNoFiguresOfPartitions(string mode, ConnectionMode expected, int lines)
    {
        using var warnings = new RecordedWarnings();
        var builder = NewBuilder("https://name.documents.azure.com:443/");
        builder.Configuration["Cosmos:Mode"] = mode;
        builder.Services.AddSingleton<ILoggerProvider>(warnings);
        await using var services = builder.Services.BuildServiceProvider();

        var client = services.GetRequiredService<CosmosClient>();

        Assert.Equal(expected, client.ClientOptions.ConnectionMode);
        Assert.Equal(lines, warnings.Lines.Count(line => line.Contains("figures of partitions are not available")));
    }

    private static ServiceProvider ServicesFor(FakeDatabase database, int connections = 1000)
    {
        var builder = NewBuilder($"{database.Address}");
        builder.Configuration["Cosmos:MaxConnections"] = $"{connections}";
        return builder.Services.BuildServiceProvider();
    }

    private static WebApplicationBuilder NewBuilder(string endpoint)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Configuration["Cosmos:ConnectionString"] = $"AccountEndpoint={endpoint};AccountKey=a2V5";
        builder.Services.AddSingleton(TestService.Identity).AddSingleton(TimeProvider.System);
        builder.AddCosmos();
        return builder;
    }
}
