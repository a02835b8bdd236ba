using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Transactional batches.</summary>
public sealed class BatchTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Batch_OfEachKind_IsExecutedInItsOrder()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(new DeliveryItem("old", "o7"), Owner);
        await container.CreateItemAsync(new DeliveryItem("gone", "o7"), Owner);

        using var response = await container.CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("new", "o7", Month: 2))
            .ReadItem("new")
            .ReplaceItem("old", new DeliveryItem("old", "o7", Month: 3))
            .ReadItem("old")
            .UpsertItem(new DeliveryItem("old", "o7", Month: 4))
            .UpsertItem(new DeliveryItem("other", "o7", Month: 5))
            .DeleteItem("gone")
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(
            [
                HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.OK,
                HttpStatusCode.Created, HttpStatusCode.NoContent,
            ],
            response.Select(result => result.StatusCode));
        Assert.Equal(
            [2, 2, 3, 3, 4, 5],
            Enumerable.Range(0, 6).Select(index => response.GetOperationResultAtIndex<DeliveryItem>(index).Resource.Month));
        var read = await container.ReadItemAsync<DeliveryItem>("old", Owner);
        Assert.Equal((4, response[4].ETag), (read.Resource.Month, read.ETag));
        using var gone = await container.ReadItemStreamAsync("gone", Owner);
        Assert.Equal(HttpStatusCode.NotFound, gone.StatusCode);
    }

    [Theory]
    [InlineData("create of an item that exists", HttpStatusCode.Conflict)]
    [InlineData("read of a missing item", HttpStatusCode.NotFound)]
    [InlineData("replacement of another version", HttpStatusCode.PreconditionFailed)]
    [InlineData("deletion of a missing item", HttpStatusCode.NotFound)]
    [InlineData("text that is no JSON in place of a missing item", HttpStatusCode.NotFound)]
    [InlineData("item of another partition key", HttpStatusCode.BadRequest)]
    [InlineData("text that is no JSON", HttpStatusCode.BadRequest)]
    public async Task Batch_WithAnOperationThatFails_ChangesNothing(string operation, HttpStatusCode status)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.CreateItemAsync(new DeliveryItem("old", "o7"), Owner);
        var stale = new TransactionalBatchItemRequestOptions { IfMatchEtag = "\"00000000-0000-0000-0000-000000000000\"" };
        using var text = new MemoryStream("nonsense"u8.ToArray());
        var batch = container.CreateTransactionalBatch(Owner).CreateItem(new DeliveryItem("new", "o7"));

        batch = operation switch
        {
            "create of an item that exists" => batch.CreateItem(new DeliveryItem("old", "o7")),
            "read of a missing item" => batch.ReadItem("missing"),
            "replacement of another version" => batch.ReplaceItem("old", new DeliveryItem("old", "o7"), stale),
            "deletion of a missing item" => batch.DeleteItem("missing"),
            "text that is no JSON in place of a missing item" => batch.ReplaceItemStream("missing", text),
            "item of another partition key" => batch.CreateItem(new DeliveryItem("other", "o8")),
            _ => batch.CreateItemStream(text),
        };
        using var response = await batch.DeleteItem("old").ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(status, response.StatusCode);
        Assert.Equal(
            [HttpStatusCode.FailedDependency, status, HttpStatusCode.FailedDependency],
            response.Select(result => result.StatusCode));
        using var created = await container.ReadItemStreamAsync("new", Owner);
        Assert.Equal(HttpStatusCode.NotFound, created.StatusCode);
        Assert.Equal(old.ETag, (await container.ReadItemAsync<DeliveryItem>("old", Owner)).ETag);
    }

    /// <summary>The first operation that fails decides, whatever is wrong with those after it.</summary>
    [Fact]
    public async Task Batch_WithTwoOperationsThatFail_HasTheStatusOfTheFirst()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        using var response = await container.CreateTransactionalBatch(Owner)
            .DeleteItem("missing")
            .CreateItem(new DeliveryItem("other", "o8"))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(
            [HttpStatusCode.NotFound, HttpStatusCode.FailedDependency], response.Select(result => result.StatusCode));
    }

    [Theory]
    [InlineData(100, HttpStatusCode.OK)]
    [InlineData(101, HttpStatusCode.BadRequest)]
    public async Task Batch_OfAHundredOperations_IsTheLargest(int operations, HttpStatusCode status)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var batch = container.CreateTransactionalBatch(Owner);
        for (var number = 0; number < operations; number++)
        {
            batch = batch.CreateItem(new DeliveryItem($"d{number}", "o7"));
        }

        using var response = await batch.ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(status, response.StatusCode);
    }

    [Fact]
    public async Task Batch_OverTwoMegabytes_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        using var response = await container.CreateTransactionalBatch(Owner)
            .CreateItem(DeliveryItem.OfSize("d1", "o7", 1_100_000))
            .CreateItem(DeliveryItem.OfSize("d2", "o7", 1_100_000))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
    }

    [Fact]
    public async Task Batch_WhoseAnswerIsOverFourMegabytes_Fails()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 1_000_000), Owner);
        var batch = container.CreateTransactionalBatch(Owner);
        for (var number = 0; number < 10; number++)
        {
            batch = batch.ReadItem("d1");
        }

        using var response = await batch.ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
        Assert.Equal(HttpStatusCode.FailedDependency, response[0].StatusCode);
    }

    [Fact]
    public async Task Read_WithTheETagThatTheItemHas_IsNotModifiedAndTheBatchIsDone()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.CreateItemAsync(new DeliveryItem("old", "o7"), Owner);

        using var response = await container.CreateTransactionalBatch(Owner)
            .ReadItem("old", new TransactionalBatchItemRequestOptions { IfNoneMatchEtag = old.ETag })
            .CreateItem(new DeliveryItem("new", "o7"))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.MultiStatus, response.StatusCode);
        Assert.Equal([HttpStatusCode.NotModified, HttpStatusCode.Created], response.Select(result => result.StatusCode));
        Assert.Equal("new", (await container.ReadItemAsync<DeliveryItem>("new", Owner)).Resource.Id);
    }

    [Fact]
    public async Task Write_WithTheETagThatTheItemHas_IsDoneWithoutContentInTheAnswer()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.CreateItemAsync(new DeliveryItem("old", "o7"), Owner);

        using var response = await container.CreateTransactionalBatch(Owner)
            .ReplaceItem(
                "old",
                new DeliveryItem("old", "o7", Month: 2),
                new TransactionalBatchItemRequestOptions { IfMatchEtag = old.ETag, EnableContentResponseOnWrite = false })
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Null(response[0].ResourceStream);
        Assert.Equal((await container.ReadItemAsync<DeliveryItem>("old", Owner)).ETag, response[0].ETag);
    }
}
