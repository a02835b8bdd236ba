using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Requests that no SDK would send: each is answered with a client error, never a 500.</summary>
public sealed class MalformedRequestTests
{
    private const string Documents = "/dbs/db/colls/items/docs";

    [Theory]
    [InlineData("POST", "/dbs", "nonsense")]
    [InlineData("POST", "/dbs", "[]")]
    [InlineData("POST", "/dbs", """{"id":"a","id":"b","id":7}""")]
    [InlineData("POST", "/dbs", """{"id":"\ud800"}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c"}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":[7]}}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["k"]}}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["/k"],"version":2.5}}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["/a",7],"kind":"MultiHash"}}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["/k"]},"uniqueKeyPolicy":7}""")]
    [InlineData("POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["/k"]},"uniqueKeyPolicy":{"uniqueKeys":[7]}}""")]
    [InlineData(
        "POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["/k"]},"indexingPolicy":{"compositeIndexes":[null]}}""")]
    [InlineData("PUT", "/offers/AAAA", "nonsense")]
    [InlineData("POST", "/offers", "nonsense")]
    [InlineData("GET", "//addresses/", "")]
    [InlineData("GET", "/dbs/db/colls/items/docs/a/b/c/d/e", "")]
    [InlineData("PATCH", "/dbs/db", "")]
    [InlineData("GET", "/media", "")]
    public async Task Request_ThatMakesNoSense_IsAClientError(string method, string path, string body) =>
        await AssertClientErrorAsync(method, path, body);

    [Theory]
    [InlineData(CosmosHeaders.PartitionKey, "[\"a\"")]
    [InlineData(CosmosHeaders.PartitionKey, "[[1]]")]
    [InlineData(CosmosHeaders.PartitionKey, "[]")]
    [InlineData(CosmosHeaders.PartitionKeyRangeId, "17")]
    [InlineData(CosmosHeaders.PartitionKeyRangeId, "x")]
    [InlineData(CosmosHeaders.ContinuationLimit, "0")]
    [InlineData(CosmosHeaders.ContinuationLimit, "one")]
    public async Task Query_WithAHeaderThatMakesNoSense_IsAClientError(string header, string value) =>
        await AssertClientErrorAsync(
            "POST", Documents, """{"query":"SELECT * FROM c"}""", (CosmosHeaders.IsQuery, "True"), (header, value));

    /// <summary>Of queries, of the list of items and of the change feed.</summary>
    [Theory]
    [InlineData(CosmosHeaders.Continuation, "RID:AAABAIAAAAIBAAAAAAAAAA==#PKR:0#TRC:1", "The continuation token")]
    [InlineData(CosmosHeaders.Continuation, "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "The continuation token")]
    [InlineData(CosmosHeaders.SessionToken, "0:x#1", "session token")]
    [InlineData(CosmosHeaders.SessionToken, "7", "session token")]
    public async Task Page_WithATokenThatMakesNoSense_IsRefusedForIt(string header, string value, string reason)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        (string, string)[] headers = [(header, value), (CosmosHeaders.PartitionKeyRangeId, "0")];

        using var query = await emulator.SendAsync(
            "POST", Documents, """{"query":"SELECT * FROM c"}""", [(CosmosHeaders.IsQuery, "True"), .. headers]);
        using var items = await emulator.SendAsync("GET", Documents, "", headers);
        using var changes = await emulator.SendAsync("GET", Documents, "", [(CosmosHeaders.ChangeFeed, "Incremental Feed"), .. headers]);

        foreach (var response in new[] { query, items, changes })
        {
            var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            Assert.Contains(reason, text, StringComparison.OrdinalIgnoreCase);
        }
    }

    [Fact]
    public async Task Query_WithNeitherRangeNorKey_GoesThroughAllPartitions()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 3);
        await emulator.CreateContainerAsync();
        string? token = null;
        var pages = 0;
        do
        {
            var headers = token is null
                ? new[] { (CosmosHeaders.IsQuery, "True"), (CosmosHeaders.EnableCrossPartition, "True") }
                : [(CosmosHeaders.IsQuery, "True"), (CosmosHeaders.EnableCrossPartition, "True"), (CosmosHeaders.Continuation, token)];
            using var response = await emulator.SendAsync(
                "POST", Documents, """{"query":"SELECT * FROM c"}""", headers);
            token = response.Headers.TryGetValues(CosmosHeaders.Continuation, out var next) ? next.Single() : null;
            pages++;
        }
        while (token is not null);

        Assert.Equal(3, pages);
        Assert.All((await emulator.StateAsync()).Partitions, partition => Assert.Equal(1, partition.GetProperty("calls").GetInt64()));
    }

    private static async Task AssertClientErrorAsync(
        string method, string path, string body, params (string Name, string Value)[] headers)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(method, path, body, headers);

        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.InRange((int)response.StatusCode, 400, 499);
        Assert.NotEqual(HttpStatusCode.Unauthorized, response.StatusCode);
        Assert.Contains("\"message\":", text);
    }
}
