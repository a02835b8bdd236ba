using System.Net;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Tests.HybridRow;

namespace DroneDelivery.CosmosEmulator.Tests.Batches;

/// <summary>Batches as the SDKs for JavaScript and Python send them.</summary>
public sealed class JsonBatchTests
{
    private const string Documents = "/dbs/db/colls/items/docs";
    private const string Item = """{"id":"d1","ownerId":"o7"}""";
    private const string Key = """["o7"]""";

    private static readonly (string Name, string Value)[] Transaction =
        [(CosmosHeaders.IsBatch, "true"), (CosmosHeaders.IsBatchAtomic, "true"), (CosmosHeaders.PartitionKey, Key)];

    private static readonly (string Name, string Value)[] Bulk =
    [
        (CosmosHeaders.IsBatch, "true"), (CosmosHeaders.IsBatchAtomic, "false"), (CosmosHeaders.PartitionKeyRangeId, "0"),
        (CosmosHeaders.BatchContinueOnError, "true"),
    ];

    [Fact]
    public async Task Transaction_OfEachOperation_HasTheirResults()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await SendAsync(
            emulator,
            $$$"""
            [
                {"operationType":"Create","resourceBody":{{{Item}}}},
                {"operationType":"Read","id":"d1"},
                {"operationType":"Patch","id":"d1","resourceBody":{"operations":[{"op":"add","path":"/n","value":1}]}},
                {"operationType":"Replace","id":"d1","resourceBody":{"id":"d1","ownerId":"o7","n":2}},
                {"operationType":"Upsert","resourceBody":{"id":"d2","ownerId":"o7"}, "partitionKey": null},
                {"operationType":"Delete","id":"d1"}
            ]
            """,
            Transaction);

        var results = await ReadAsync(response);
        Assert.Equal((HttpStatusCode.OK, "application/json"), (response.StatusCode, response.Content.Headers.ContentType?.MediaType));
        Assert.Equal([201, 200, 200, 200, 201, 204], results.Select(Status));
        Assert.Equal(
            ["d1 -", "d1 -", "d1 1", "d1 2", "d2 -", "none"],
            results.Select(result => !result.TryGetProperty("resourceBody", out var item) ? "none"
                : $"{item.GetProperty("id")} {(item.TryGetProperty("n", out var number) ? number : "-")}"));
        Assert.All(results[..5], result => Assert.Equal(
            result.GetProperty("resourceBody").GetProperty("_etag").GetString(), result.GetProperty("eTag").GetString()));
        Assert.Equal([5, 1, 10, 10, 5, 5], results.Select(result => result.GetProperty("requestCharge").GetDouble()));
        Assert.Equal("36", response.Headers.GetValues(CosmosHeaders.RequestCharge).Single());
    }

    [Fact]
    public async Task Transaction_WithAConditionThatFails_ChangesNothing()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        using var created = await SendAsync(emulator, $$$"""[{"operationType":"Create","resourceBody":{{{Item}}}}]""", Transaction);
        var etag = Assert.Single(await ReadAsync(created)).GetProperty("eTag");

        using var response = await SendAsync(
            emulator,
            $$$"""
            [
                {"operationType":"Replace","id":"d1","resourceBody":{"id":"d1","ownerId":"o7","n":2},"ifMatch":{{{etag.GetRawText()}}}},
                {"operationType":"Delete","id":"d1","ifMatch":"\"other\""}
            ]
            """,
            Transaction);
        using var after = await SendAsync(
            emulator, $$$"""[{"operationType":"Read","id":"d1","ifNoneMatch":{{{etag.GetRawText()}}}}]""", Transaction);

        Assert.Equal(HttpStatusCode.MultiStatus, response.StatusCode);
        Assert.Equal([424, 412], (await ReadAsync(response)).Select(Status));
        Assert.Equal([304], (await ReadAsync(after)).Select(Status));
    }

    [Fact]
    public async Task Bulk_OfSeveralKeys_HasAResultForEach()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 2);
        await emulator.CreateContainerAsync();

        // The key o7 is hashed to the second of two partitions, o4 to the first.
        using var response = await SendAsync(
            emulator,
            """
            [
                {"operationType":"Upsert","partitionKey":"[\"o4\"]","resourceBody":{"id":"d1","ownerId":"o4"}},
                {"operationType":"Read","partitionKey":"[\"o4\"]","id":"missing"},
                {"operationType":"Upsert","partitionKey":"[\"o7\"]","resourceBody":{"id":"d1","ownerId":"o7"}},
                {"operationType":"Read","id":"d1"}
            ]
            """,
            Bulk);

        var results = await ReadAsync(response);
        Assert.Equal([201, 404, 410, 400], results.Select(Status));
        Assert.Equal(1002, results[2].GetProperty("subStatusCode").GetInt32());
        Assert.False(results[0].TryGetProperty("subStatusCode", out _));
    }

    [Fact]
    public async Task Bulk_BudgetSpent_SaysWhenThereIsRoomAgain()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(DeliveryItem.OfSize("large", "o7", 1_000_000));

        using var response = await SendAsync(emulator, """[{"operationType":"Read","partitionKey":"[\"o7\"]","id":"d1"}]""", Bulk);

        var result = Assert.Single(await ReadAsync(response));
        Assert.Equal((429, 1_000), (Status(result), result.GetProperty("retryAfterMilliseconds").GetInt32()));
    }

    [Fact]
    public async Task Batch_WhoseClientWantsNoDocuments_HasOnlyThoseThatItReads()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await SendAsync(
            emulator,
            $$$"""[{"operationType":"Create","resourceBody":{{{Item}}}},{"operationType":"Read","id":"d1"}]""",
            [.. Transaction, (CosmosHeaders.Prefer, "return=minimal")]);

        Assert.Equal([false, true], (await ReadAsync(response)).Select(result => result.TryGetProperty("resourceBody", out _)));
    }

    /// <summary>What both formats can say has the same effect in both.</summary>
    [Fact]
    public async Task Operations_InBothFormats_HaveTheSameResults()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 1_000_000);
        var random = new Random(3);

        for (var round = 0; round < 100; round++)
        {
            var operations = Enumerable.Range(0, random.Next(1, 6)).Select(_ => RandomOperation(random)).ToList();
            // Each format has the items of another owner.
            var json = Encoding.UTF8.GetString(BatchBody.CreateJson(operations)).Replace("o7", "o8");
            using var inRows = await emulator.SendAsync("POST", Documents, BatchBody.Create(operations), Bulk);
            using var inJson = await SendAsync(emulator, json, Bulk);

            Assert.Equal(
                await BatchBody.ReadResultsAsync(inRows),
                (await ReadAsync(inJson)).Select(result => (
                    Status(result), result.TryGetProperty("subStatusCode", out var subStatus) ? subStatus.GetInt32() : 0)));
            Assert.Equal(
                inRows.Headers.GetValues(CosmosHeaders.RequestCharge), inJson.Headers.GetValues(CosmosHeaders.RequestCharge));
        }
    }

    [Theory]
    [InlineData("[]", "Batch request has no operations.")]
    [InlineData("[", "The body of the batch is malformed: ")]
    [InlineData("[1]", "malformed: an operation is not an object.")]
    [InlineData("[{}]", "malformed: the operationType '' is unknown.")]
    [InlineData("""[{"operationType":"create"}]""", "malformed: the operationType 'create' is unknown.")]
    [InlineData("""[{"operationType":"0"}]""", "malformed: the operationType '0' is unknown.")]
    [InlineData("""[{"operationType":"Read"}]""", "malformed: the operation Read has no id.")]
    [InlineData("""[{"operationType":"Read","id":1}]""", "malformed: the id of an operation is not a string.")]
    [InlineData("""[{"operationType":"Read","id":"\ud800"}]""", "malformed: it has a string that holds half of a surrogate pair.")]
    public async Task Body_ThatIsWrong_IsRefusedWithTheReason(string body, string reason)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        await AssertRefusedAsync(emulator, body, reason);
    }

    [Fact]
    public async Task Body_ThatIsNoUtf8_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        byte[] body = [.. """[{"operationType":"Read","id":"d"""u8, 0xFF, .. "\"}]"u8];

        using var response = await emulator.SendAsync("POST", Documents, body, Transaction);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(
            "The body of the batch is malformed", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Body_OfOver100Operations_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        var operation = """{"operationType":"Read","id":"d1"}""";

        using var atLimit = await SendAsync(emulator, $"[{string.Join(',', Enumerable.Repeat(operation, 100))}]", Transaction);
        var above = $"[{string.Join(',', Enumerable.Repeat(operation, 101))}]";

        Assert.Equal(HttpStatusCode.MultiStatus, atLimit.StatusCode);
        await AssertRefusedAsync(emulator, above, "Batch request has more operations than what is supported: 100.");
    }

    private static async Task AssertRefusedAsync(EmulatorHost emulator, string body, string reason)
    {
        using var response = await SendAsync(emulator, body, Transaction);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(
            reason,
            JsonElement.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
                .GetProperty("message").GetString());
    }

    private static BatchOperation RandomOperation(Random random)
    {
        var kinds = Enum.GetValues<BatchOperationKind>();
        var (kind, id) = (kinds[random.Next(kinds.Length)], $"d{random.Next(3)}");
        var body = kind switch
        {
            BatchOperationKind.Read or BatchOperationKind.Delete => "",
            BatchOperationKind.Patch => """{"operations":[{"op":"incr","path":"/n","value":1}]}""",
            _ => $$"""{"id":"{{id}}","ownerId":"o7","n":{{random.Next(9)}}}""",
        };
        var isNew = kind is BatchOperationKind.Create or BatchOperationKind.Upsert;
        return new BatchOperation(kind, Key, isNew ? "" : id, Encoding.UTF8.GetBytes(body));
    }

    private static Task<HttpResponseMessage> SendAsync(
        EmulatorHost emulator, string body, params (string Name, string Value)[] headers) =>
        emulator.SendAsync("POST", Documents, body, headers);

    private static async Task<List<JsonElement>> ReadAsync(HttpResponseMessage response) =>
    [
        .. JsonElement.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).EnumerateArray(),
    ];

    private static int Status(JsonElement result) => result.GetProperty("statusCode").GetInt32();
}
