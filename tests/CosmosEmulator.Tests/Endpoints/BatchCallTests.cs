using System.Net;
using System.Net.Http.Json;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Tests.HybridRow;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>What the emulator charges, throttles and counts for batches, and batches that the SDK would not send.</summary>
public sealed class BatchCallTests
{
    private const string Documents = "/dbs/db/colls/items/docs";

    private static readonly PartitionKey Owner = new("o7");

    private static readonly (string Name, string Value)[] Transaction =
    [
        (CosmosHeaders.IsBatch, "True"), (CosmosHeaders.IsBatchAtomic, "True"), (CosmosHeaders.PartitionKey, "[\"o7\"]"),
    ];

    [Fact]
    public async Task Transaction_IsChargedTheSumOfItsOperationsOnce()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        using var response = await container.CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d1", "o7"))
            .ReadItem("d1")
            .ReplaceItem("d1", new DeliveryItem("d1", "o7", Month: 2))
            .DeleteItem("d1")
            .ExecuteAsync(TestContext.Current.CancellationToken);

        var state = await emulator.StateAsync();
        var key = state.Container.GetProperty("topKeys")[0];
        Assert.Equal((21, 21), (response.RequestCharge, state.RequestUnits));
        Assert.Equal((1, 1), (state.Calls("data", "200"), state.Partitions.Single().GetProperty("calls").GetInt64()));
        Assert.Equal((21, 1), (key.GetProperty("requestUnits").GetDouble(), key.GetProperty("calls").GetInt64()));
    }

    [Fact]
    public async Task Transaction_ThatFails_IsChargedAsAFailedCall()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        using var response = await container.CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d1", "o7"))
            .ReadItem("missing")
            .ExecuteAsync(TestContext.Current.CancellationToken);

        var state = await emulator.StateAsync();
        Assert.Equal((1, 1), (response.RequestCharge, state.RequestUnits));
        Assert.Equal(1, state.Calls("data", "207"));
    }

    [Fact]
    public async Task Transaction_BudgetSpent_IsThrottledAsAWhole()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(DeliveryItem.OfSize("large", "o7", 1_000_000), Owner);
        using var impatient = emulator.NewClient(
            EmulatorOptions.WellKnownKey, new CosmosClientOptions { MaxRetryAttemptsOnRateLimitedRequests = 0 });

        using var response = await impatient.GetContainer("db", "items").CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d1", "o7"))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.TooManyRequests, response.StatusCode);
        Assert.Equal(TimeSpan.FromSeconds(1), response.RetryAfter);
        Assert.Equal(1, (await emulator.StateAsync()).Calls("data", "429"));
    }

    [Fact]
    public async Task Transaction_WithASessionTokenOfLaterWrites_IsRefusedIfItReads()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var later = new TransactionalBatchRequestOptions { SessionToken = $"{created.Headers.Session.Split('#')[0]}#99" };

        using var writes = await container.CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d2", "o7")).ExecuteAsync(later, TestContext.Current.CancellationToken);
        using var reads = await emulator.SendAsync(
            "POST",
            Documents,
            BatchBody.Create(new BatchOperation(BatchOperationKind.Read, null, "d1", default)),
            [.. Transaction, (CosmosHeaders.SessionToken, later.SessionToken)]);

        Assert.Equal(HttpStatusCode.OK, writes.StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, reads.StatusCode);
        Assert.Equal("1002", reads.Headers.GetValues(CosmosHeaders.SubStatus).Single());
    }

    [Fact]
    public async Task Bulk_IsChargedAndCountedByOperation()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await SendBulkAsync(
            emulator, BatchBody.Upsert("o7", "d1"), BatchBody.Upsert("o7", "d1"), BatchBody.Upsert("o8", "d1"));

        var state = await emulator.StateAsync();
        Assert.Equal([(201, 0), (200, 0), (201, 0)], await BatchBody.ReadResultsAsync(response));
        Assert.Equal("20", response.Headers.GetValues(CosmosHeaders.RequestCharge).Single());
        Assert.Equal((20, 1), (state.RequestUnits, state.Calls("data", "200")));
        Assert.Equal(3, state.Partitions.Single().GetProperty("calls").GetInt64());
        Assert.Equal(
            [("o7", 15, 2), ("o8", 5, 1)],
            state.Container.GetProperty("topKeys").EnumerateArray().Select(key => (
                key.GetProperty("key").GetString(),
                key.GetProperty("requestUnits").GetDouble(),
                key.GetProperty("calls").GetInt32())));
    }

    /// <summary>A budget of 400 RU is for 80 writes of 5 RU.</summary>
    [Fact]
    public async Task Bulk_BudgetSpent_IsThrottledByOperationAndRetriedByTheSdk()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        using var client = emulator.NewClient(
            EmulatorOptions.WellKnownKey,
            new CosmosClientOptions { AllowBulkExecution = true, MaxRetryAttemptsOnRateLimitedRequests = 1_000 });
        var bulk = client.GetContainer("db", "items");

        // Less than a second is left, so that the SDK sends the operations again soon.
        emulator.Time.Advance(TimeSpan.FromMilliseconds(990));
        var upserts = Task.WhenAll(Enumerable.Range(0, 100).Select(
            number => bulk.UpsertItemAsync(new DeliveryItem($"d{number}", "o7"), Owner)));
        while ((await emulator.StateAsync()).Partitions.Single().GetProperty("throttled").GetInt64() == 0)
        {
            await Task.Yield();
        }

        var beforeRetry = (await emulator.StateAsync()).Container.GetProperty("documents").GetInt64();
        emulator.Time.Advance(TimeSpan.FromSeconds(1));
        var responses = await upserts;

        Assert.Equal(80, beforeRetry);
        Assert.All(responses, response => Assert.Equal(HttpStatusCode.Created, response.StatusCode));
        Assert.Equal(100, (await emulator.StateAsync()).Container.GetProperty("documents").GetInt64());
    }

    [Fact]
    public async Task Bulk_OfAKeyOfAnotherRange_IsGoneForThatOperation()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 2);
        await emulator.CreateContainerAsync();

        // The key o7 is hashed to the second of two partitions, o4 to the first.
        using var response = await SendBulkAsync(emulator, BatchBody.Upsert("o7", "d1"), BatchBody.Upsert("o4", "d1"));

        Assert.Equal(HttpStatusCode.MultiStatus, response.StatusCode);
        Assert.Equal([(410, 1002), (201, 0)], await BatchBody.ReadResultsAsync(response));
    }

    [Fact]
    public async Task Bulk_OfARangeThatDoesNotExist_IsGone()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(
            "POST", Documents, BatchBody.Create(BatchBody.Upsert("o7", "d1")), Bulk(rangeId: "17"));

        Assert.Equal(HttpStatusCode.Gone, response.StatusCode);
        Assert.Equal("1002", response.Headers.GetValues(CosmosHeaders.SubStatus).Single());
    }

    [Theory]
    [InlineData("True", 201)]
    [InlineData("False", 424)]
    public async Task Bulk_AfterAnOperationThatFails_GoesOnIfItShould(string continueOnError, int last)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        var body = BatchBody.Create(
            BatchBody.Upsert("o7", "d1"),
            BatchBody.Upsert("o7", "d1") with { Kind = BatchOperationKind.Create },
            BatchBody.Upsert("o7", "d2"));

        using var response = await emulator.SendAsync("POST", Documents, body, Bulk("0", continueOnError));

        Assert.Equal([(201, 0), (409, 0), (last, 0)], await BatchBody.ReadResultsAsync(response));
    }

    [Fact]
    public async Task Bulk_OfADocumentOverTwoMegabytes_RefusesThatOperation()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await SendBulkAsync(
            emulator, BatchBody.Upsert("o7", "d1") with { Body = new byte[(2 * 1024 * 1024) + 1] }, BatchBody.Upsert("o7", "d2"));

        Assert.Equal([(413, 0), (201, 0)], await BatchBody.ReadResultsAsync(response));
    }

    [Fact]
    public async Task Batches_WhileAllCallsFail_FailAndChangeNothing()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        using var settings = await emulator.Http.PutAsJsonAsync(
            "_emulator/settings", new { faults = new { errorShare = 1 } }, TestContext.Current.CancellationToken);

        using var transaction = await container.CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d1", "o7")).ExecuteAsync(TestContext.Current.CancellationToken);
        using var bulk = await SendBulkAsync(emulator, BatchBody.Upsert("o7", "d1"), BatchBody.Upsert("o7", "d2"));

        var state = await emulator.StateAsync();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, transaction.StatusCode);
        Assert.Equal([(503, 0), (503, 0)], await BatchBody.ReadResultsAsync(bulk));
        Assert.Equal((0, 3), (state.RequestUnits, state.Partitions.Single().GetProperty("errors").GetInt64()));
        Assert.Equal(0, state.Container.GetProperty("documents").GetInt64());
    }

    [Fact]
    public async Task Body_CutAnywhere_IsABadRequest()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 10_000);

        for (var length = 0; length < BatchBody.Recorded.Length; length++)
        {
            await AssertBadAsync(emulator, BatchBody.Recorded.AsMemory(0, length), "batch");
        }
    }

    [Fact]
    public async Task Body_WithBitsChangedAtRandom_IsABadRequest()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 10_000);
        var random = new Random(5);

        for (var number = 0; number < 200; number++)
        {
            var body = BatchBody.Recorded.ToArray();
            body[random.Next(body.Length)] ^= (byte)(1 << random.Next(8));
            await AssertBadAsync(emulator, body, "batch");
        }
    }

    [Fact]
    public async Task Transaction_WithAnOperationOfAnotherKey_RefusesThatOperation()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(
            "POST", Documents, BatchBody.Create(BatchBody.Upsert("o7", "d1"), BatchBody.Upsert("o8", "d1")), Transaction);

        Assert.Equal([(424, 0), (400, 1001)], await BatchBody.ReadResultsAsync(response));
    }

    [Fact]
    public async Task Transaction_OverTwoMegabytes_IsToldTheLimit()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync("POST", Documents, new byte[(2 * 1024 * 1024) + 1], Transaction);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
        Assert.Contains(
            "2097153 bytes; a transactional batch has at most 2097152 bytes",
            await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    private static async Task AssertBadAsync(EmulatorHost emulator, ReadOnlyMemory<byte> body, string reason)
    {
        using var response = await emulator.SendAsync("POST", Documents, body, Transaction);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Contains(reason, text, StringComparison.OrdinalIgnoreCase);
    }

    private static Task<HttpResponseMessage> SendBulkAsync(
        EmulatorHost emulator, params IEnumerable<BatchOperation> operations) =>
        emulator.SendAsync("POST", Documents, BatchBody.Create(operations), Bulk("0"));

    private static (string Name, string Value)[] Bulk(string rangeId, string continueOnError = "True") =>
    [
        (CosmosHeaders.IsBatch, "True"), (CosmosHeaders.IsBatchAtomic, "False"), (CosmosHeaders.PartitionKeyRangeId, rangeId),
        (CosmosHeaders.BatchContinueOnError, continueOnError),
    ];
}
