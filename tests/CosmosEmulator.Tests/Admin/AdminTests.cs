using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Admin;

public sealed class AdminTests
{
    private const string Items = "_emulator/databases/db/containers/items";
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Health_OfARunningEmulator_IsReady()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        Assert.Equal("""{"status":"ready"}""", await emulator.Http.GetStringAsync("_emulator/health", Cancellation));
    }

    [Theory]
    [InlineData("Origin", "http://evil.example", "The origin is 'http://evil.example'")]
    [InlineData("Origin", "null", "The origin is 'null'")]
    [InlineData("Host", "rebound.example", "The host is 'rebound.example'")]
    public async Task Reset_FromAnotherWebSite_IsRefused(string header, string value, string expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        using var request = new HttpRequestMessage(HttpMethod.Post, "_emulator/reset") { Headers = { { header, value } } };
        request.Content = new StringContent("", Encoding.UTF8, "text/plain");

        using var response = await emulator.Http.SendAsync(request, Cancellation);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        var answer = await response.Content.ReadFromJsonAsync<JsonElement>(Cancellation);
        Assert.Contains(expected, answer.GetProperty("message").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Container_Put_IsCreatedWithItsPartitionsAndThroughput()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var first = await PutItemsAsync(emulator, partitions: 9, throughput: 54_000);
        var second = await PutItemsAsync(emulator, partitions: 9, throughput: 900);

        var state = await emulator.StateAsync();
        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.OK), (first.StatusCode, second.StatusCode));
        Assert.Equal(9, state.Partitions.Count());
        Assert.Equal("071C71C71C71C71C71C71C71C71C71C7", state.Partitions.First().GetProperty("maxExclusive").GetString());
        Assert.Equal(100, state.Partitions.First().GetProperty("budgetPerSecond").GetDouble());
    }

    [Fact]
    public async Task Container_PutAgain_IsEmptyAndTheSdkWritesToIt()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutItemsAsync(emulator, partitions: 1, throughput: 400);
        var container = emulator.Client.GetContainer("db", "items");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));

        await PutItemsAsync(emulator, partitions: 3, throughput: 400);
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));

        Assert.Equal(1, (await emulator.StateAsync()).Container.GetProperty("documents").GetInt64());
    }

    [Fact]
    public async Task Container_DocumentsReplacedAndDeleted_StateHasTheirSizeAndThatOfIndexes()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutItemsAsync(emulator, partitions: 1, throughput: 4_000);
        var container = emulator.Client.GetContainer("db", "items");
        var key = new PartitionKey("o7");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), key);
        var (one, _) = await SizeAsync();
        await container.ReplaceItemAsync(new DeliveryItem("d1", "o7"), "d1", key);
        await container.CreateItemAsync(new DeliveryItem("d2", "o7"), key);
        var (two, before) = await SizeAsync();
        await container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c WHERE c.ownerId = 'o7'").ReadNextAsync(Cancellation);
        var (_, indexed) = await SizeAsync();
        await container.DeleteItemAsync<DeliveryItem>("d1", key);
        await container.DeleteItemAsync<DeliveryItem>("d2", key);

        Assert.InRange(one, 100, 1_000);
        Assert.Equal((2 * one, 0), (two, before));
        Assert.InRange(indexed, 10, 100);
        Assert.Equal((0, 0), await SizeAsync());

        async Task<(long Documents, long Indexes)> SizeAsync()
        {
            var state = (await emulator.StateAsync()).Container;
            return (state.GetProperty("documentBytes").GetInt64(), state.GetProperty("indexBytes").GetInt64());
        }
    }

    [Fact]
    public async Task Import_OfLines_StoresEachInItsPartitionWithoutCharge()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutItemsAsync(emulator, partitions: 9, throughput: 400);
        var lines = Enumerable.Range(0, 1000).Select(i => $$"""{"id":"d{{i}}","ownerId":"o{{i % 50}}","year":2025,"month":1}""");

        var response = await ImportAsync(emulator, string.Join("\r\n", lines));

        var state = await emulator.StateAsync();
        var read = await emulator.Client.GetContainer("db", "items").ReadItemAsync<DeliveryItem>("d123", new PartitionKey("o23"));
        Assert.Equal("""{"documents":1000}""", await response.Content.ReadAsStringAsync(Cancellation));
        Assert.Equal(1000, state.Partitions.Sum(partition => partition.GetProperty("documents").GetInt64()));
        Assert.Equal(0, state.RequestUnits);
        Assert.Equal("o23", read.Resource.OwnerId);
    }

    [Theory]
    [InlineData("{\"id\":\"d1\",\"ownerId\":\"o1\"}\n{\"id\":\"d2\",", "Line 2")]
    [InlineData("{\"id\":\"d1\",\"ownerId\":\"o1\"}\n\n{\"ownerId\":\"o1\"}\n", "Line 3")]
    public async Task Import_OfABadLine_NamesIt(string lines, string named)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutItemsAsync(emulator, partitions: 1, throughput: 400);

        var response = await ImportAsync(emulator, lines);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(named, await response.Content.ReadAsStringAsync(Cancellation));
    }

    /// <summary>It could be read, but not be written again. What is before it is stored.</summary>
    [Theory]
    [InlineData("\n")]
    [InlineData("")]
    public async Task Import_OfADocumentOverTwoMegabytes_NamesItsLine(string end)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutItemsAsync(emulator, partitions: 1, throughput: 400);
        const string First = """{"id":"d1","ownerId":"o1"}""";
        var second = $$"""{"id":"d2","ownerId":"o1","note":"{{new string('n', 2 * 1024 * 1024)}}"}""";

        var response = await ImportAsync(emulator, $"{First}\n{second}{end}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("Line 2", await response.Content.ReadAsStringAsync(Cancellation));
        Assert.Equal(1, (await emulator.StateAsync()).Container.GetProperty("documents").GetInt64());
    }

    [Fact]
    public async Task Import_IntoAMissingContainer_IsNotFound()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        Assert.Equal(HttpStatusCode.NotFound, (await ImportAsync(emulator, "")).StatusCode);
    }

    [Fact]
    public async Task Reset_AfterCalls_ForgetsCountsAndKeepsDocuments()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        Assert.Equal(1, (await emulator.StateAsync()).Calls("data", "201"));

        var reset = await emulator.Http.PostAsync("_emulator/reset", null, Cancellation);

        var state = await emulator.StateAsync();
        Assert.Equal(HttpStatusCode.NoContent, reset.StatusCode);
        Assert.Equal((0L, 0L), (state.Calls("data"), state.Calls("metadata")));
        Assert.Equal(0, state.RequestUnits);
        Assert.Equal(0, state.Partitions.Single().GetProperty("seconds").GetArrayLength());
        Assert.Equal(1, state.Container.GetProperty("documents").GetInt64());
    }

    [Fact]
    public async Task State_SinceASecond_LeavesTheSecondsBeforeOut()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        emulator.Time.Advance(TimeSpan.FromSeconds(1));
        await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o7"));

        var since = emulator.Time.GetUtcNow().ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
        var all = (await emulator.StateAsync()).Partitions.First().GetProperty("seconds");
        var text = await emulator.Http.GetStringAsync($"_emulator/state?sinceSecond={since}", Cancellation);
        var recent = new StateDocument(JsonElement.Parse(text)).Partitions.First().GetProperty("seconds");

        Assert.Equal(2, all.GetArrayLength());
        Assert.Equal(1, recent.GetArrayLength());
        Assert.Equal(1, recent[0].GetProperty("requestUnits").GetDouble());
    }

    [Fact]
    public async Task Latency_Set_DelaysDataCallsOnly()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        var settings = new { latency = new { meanMs = 20, coefficientOfVariation = 0, seed = 1 } };
        await emulator.Http.PutAsJsonAsync("_emulator/settings", settings, Cancellation);

        await container.ReadThroughputAsync();
        var read = container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o7"));
        await emulator.WaitForATimerAsync();

        Assert.False(read.IsCompleted);
        emulator.Time.Advance(TimeSpan.FromMilliseconds(20));
        Assert.Equal("d1", (await read).Resource.Id);
    }

    private static Task<HttpResponseMessage> PutItemsAsync(EmulatorHost emulator, int partitions, int throughput) =>
        emulator.Http.PutAsJsonAsync(Items, new { partitionKeyPath = "/ownerId", partitions, throughput }, Cancellation);

    private static Task<HttpResponseMessage> ImportAsync(EmulatorHost emulator, string lines) =>
        emulator.Http.PostAsync($"{Items}/import", new StringContent(lines, Encoding.UTF8, "application/x-ndjson"), Cancellation);
}
