using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Patches in transactional batches.</summary>
public sealed class BatchPatchTests
{
    private static readonly PartitionKey Owner = new("o7");
    private static readonly PatchOperation[] AddOne = [PatchOperation.Increment("/month", 1)];

    [Fact]
    public async Task Batch_WithPatches_EachSeesTheWritesBeforeIt()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(new DeliveryItem("old", "o7", Month: 5), Owner);

        using var response = await container.CreateTransactionalBatch(Owner)
            .PatchItem("old", AddOne)
            .CreateItem(new DeliveryItem("new", "o7", Month: 1))
            .PatchItem("new", AddOne)
            .ReadItem("new")
            .PatchItem("old", AddOne)
            .ReplaceItem("new", new DeliveryItem("new", "o7", Month: 9))
            .PatchItem("new", AddOne)
            .DeleteItem("old")
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(
            [6, 1, 2, 2, 7, 9, 10],
            Enumerable.Range(0, 7).Select(index => response.GetOperationResultAtIndex<DeliveryItem>(index).Resource.Month));
        var read = await container.ReadItemAsync<DeliveryItem>("new", Owner);
        Assert.Equal((10, response[6].ETag), (read.Resource.Month, read.ETag));
        using var old = await container.ReadItemStreamAsync("old", Owner);
        Assert.Equal(HttpStatusCode.NotFound, old.StatusCode);
    }

    [Theory]
    [InlineData("of a missing item", HttpStatusCode.NotFound)]
    [InlineData("of an item that the batch deletes", HttpStatusCode.NotFound)]
    [InlineData("of another version", HttpStatusCode.PreconditionFailed)]
    [InlineData("with a condition that is false", HttpStatusCode.PreconditionFailed)]
    [InlineData("with a condition that a write before it makes false", HttpStatusCode.PreconditionFailed)]
    [InlineData("with a condition that is no query", HttpStatusCode.BadRequest)]
    [InlineData("of a property that is absent", HttpStatusCode.BadRequest)]
    [InlineData("of a system property", HttpStatusCode.BadRequest)]
    [InlineData("of eleven operations", HttpStatusCode.BadRequest)]
    public async Task Batch_WithAPatchThatFailsInTheMiddle_ChangesNothing(string patch, HttpStatusCode status)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.CreateItemAsync(new DeliveryItem("old", "o7", Month: 1), Owner);
        var gone = await container.CreateItemAsync(new DeliveryItem("gone", "o7"), Owner);
        var batch = container.CreateTransactionalBatch(Owner).PatchItem("old", AddOne).DeleteItem("gone");

        batch = patch switch
        {
            "of a missing item" => batch.PatchItem("missing", AddOne),
            "of an item that the batch deletes" => batch.PatchItem("gone", AddOne),
            "of another version" => batch.PatchItem(
                "old", AddOne, new TransactionalBatchPatchItemRequestOptions { IfMatchEtag = old.ETag }),
            "with a condition that is false" => batch.PatchItem("old", AddOne, If("c.note = 'other'")),
            "with a condition that a write before it makes false" => batch.PatchItem("old", AddOne, If("c.month = 1")),
            "with a condition that is no query" => batch.PatchItem("old", AddOne, If("c.month = = 1")),
            "of a property that is absent" => batch.PatchItem("old", [PatchOperation.Replace("/absent", 1)]),
            "of a system property" => batch.PatchItem("old", [PatchOperation.Set("/_ts", 1)]),
            _ => batch.PatchItem("old", [.. Enumerable.Range(0, 11).Select(number => PatchOperation.Set($"/p{number}", 1))]),
        };
        using var response = await batch.CreateItem(new DeliveryItem("new", "o7"))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(status, response.StatusCode);
        Assert.Equal(
            [HttpStatusCode.FailedDependency, HttpStatusCode.FailedDependency, status, HttpStatusCode.FailedDependency],
            response.Select(result => result.StatusCode));
        Assert.Equal(old.ETag, (await container.ReadItemAsync<DeliveryItem>("old", Owner)).ETag);
        Assert.Equal(gone.ETag, (await container.ReadItemAsync<DeliveryItem>("gone", Owner)).ETag);
        using var created = await container.ReadItemStreamAsync("new", Owner);
        Assert.Equal(HttpStatusCode.NotFound, created.StatusCode);
    }

    [Fact]
    public async Task Patch_WithAConditionThatAWriteBeforeItMakesTrue_IsMade()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.CreateItemAsync(new DeliveryItem("old", "o7", Month: 1), Owner);
        var first = new TransactionalBatchPatchItemRequestOptions { IfMatchEtag = old.ETag, EnableContentResponseOnWrite = false };

        using var response = await container.CreateTransactionalBatch(Owner)
            .PatchItem("old", AddOne, first)
            .PatchItem("old", AddOne, If("c.month = 2 AND IS_NUMBER(c._ts)"))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Null(response[0].ResourceStream);
        Assert.Equal(3, response.GetOperationResultAtIndex<DeliveryItem>(1).Resource.Month);
    }

    [Fact]
    public async Task Batches_OfAHundredPatchesAtOnce_LoseNoIncrement()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(new DeliveryItem("d0", "o7", Month: 0), Owner);
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Month: 0), Owner);

        var responses = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Enumerable.Range(0, 100)
            .Aggregate(container.CreateTransactionalBatch(Owner), (batch, number) => batch.PatchItem($"d{number % 2}", AddOne))
            .ExecuteAsync(TestContext.Current.CancellationToken)));

        Assert.All(responses, response => Assert.Equal(HttpStatusCode.OK, response.StatusCode));
        Assert.Equal(200, (await container.ReadItemAsync<DeliveryItem>("d0", Owner)).Resource.Month);
        Assert.Equal(200, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
        Array.ForEach(responses, response => response.Dispose());
    }

    private static TransactionalBatchPatchItemRequestOptions If(string condition) =>
        new() { FilterPredicate = $"FROM c WHERE {condition}" };
}
