using System.Net;
using System.Text;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using static DroneDelivery.CosmosEmulator.Tests.Contract.ItemCalls;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Containers with a unique key: no two items of a partition key have the same values for its paths.</summary>
public sealed class UniqueKeyTests
{
    private static readonly PartitionKey Owner = new("o7");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Item_WithTheValuesOfAnother_IsAConflict()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database, "/note");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Note: "a"), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.CreateItemAsync(new DeliveryItem("d2", "o7", Note: "a"), Owner));
        HttpStatusCode[] statuses =
        [
            error.StatusCode,
            await StatusAsync(container.UpsertItemAsync(new DeliveryItem("d2", "o7", Note: "a"), Owner)),
            await StatusAsync(container.CreateItemAsync(new DeliveryItem("d2", "o7", Note: "A"), Owner)),
            await StatusAsync(container.CreateItemAsync(new DeliveryItem("d2", "o8", Note: "a"), new PartitionKey("o8"))),
        ];

        Assert.Equal(
            [HttpStatusCode.Conflict, HttpStatusCode.Conflict, HttpStatusCode.Created, HttpStatusCode.Created],
            statuses.AsEnumerable());
        Assert.Contains("unique index", error.ResponseBody);
    }

    [Fact]
    public async Task Item_ReplacedOrDeleted_LeavesItsValuesToOthers()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/note");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Note: "a"), Owner);
        await container.CreateItemAsync(new DeliveryItem("d2", "o7", Note: "b"), Owner);

        HttpStatusCode[] statuses =
        [
            await StatusAsync(container.ReplaceItemAsync(new DeliveryItem("d1", "o7", Month: 2, Note: "a"), "d1", Owner)),
            await StatusAsync(container.ReplaceItemAsync(new DeliveryItem("d1", "o7", Note: "b"), "d1", Owner)),
            await StatusAsync(container.ReplaceItemAsync(new DeliveryItem("d3", "o7", Note: "a"), "d1", Owner)),
            await StatusAsync(container.UpsertItemAsync(new DeliveryItem("d3", "o7", Note: "c"), Owner)),
            await StatusAsync(container.CreateItemAsync(new DeliveryItem("d4", "o7", Note: "a"), Owner)),
            await StatusAsync(container.DeleteItemAsync<DeliveryItem>("d2", Owner)),
            await StatusAsync(container.CreateItemAsync(new DeliveryItem("d5", "o7", Note: "b"), Owner)),
        ];

        Assert.Equal(
            [
                HttpStatusCode.OK, HttpStatusCode.Conflict, HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.Created,
                HttpStatusCode.NoContent, HttpStatusCode.Created,
            ],
            statuses.AsEnumerable());
    }

    [Fact]
    public async Task Item_WithoutAValue_HasNullForIt()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/place/city", "/number");

        HttpStatusCode[] statuses =
        [
            await CreateAsync(container, """{"id":"d1","ownerId":"o7","number":1}"""),
            await CreateAsync(container, """{"id":"d2","ownerId":"o7","number":1,"place":{}}"""),
            await CreateAsync(container, """{"id":"d3","ownerId":"o7","number":1.0,"place":{"city":null}}"""),
            await CreateAsync(container, """{"id":"d4","ownerId":"o7","number":1,"place":{"City":"Utrecht"}}"""),
            await CreateAsync(container, """{"id":"d5","ownerId":"o7","number":1,"place":{"city":"Utrecht"}}"""),
            await CreateAsync(container, """{"id":"d6","ownerId":"o7","number":"1"}"""),
            await CreateAsync(container, """{"id":"d7","ownerId":"o7","place":{"city":"Utrecht"}}"""),
            await CreateAsync(container, """{"id":"d8","ownerId":"o7"}"""),
            await CreateAsync(container, """{"id":"d9","ownerId":"o7"}"""),
        ];

        Assert.Equal(
            [
                HttpStatusCode.Created, HttpStatusCode.Conflict, HttpStatusCode.Conflict, HttpStatusCode.Conflict,
                HttpStatusCode.Created, HttpStatusCode.Created, HttpStatusCode.Created, HttpStatusCode.Created,
                HttpStatusCode.Conflict,
            ],
            statuses.AsEnumerable());
    }

    [Fact]
    public async Task Patch_ToTheValuesOfAnother_IsAConflictAndChangesNothing()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/note");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Note: "a"), Owner);
        await container.CreateItemAsync(new DeliveryItem("d2", "o7", Note: "b"), Owner);

        HttpStatusCode[] statuses =
        [
            await StatusAsync(container.PatchItemAsync<DeliveryItem>("d2", Owner, [PatchOperation.Set("/note", "a")])),
            await StatusAsync(container.PatchItemAsync<DeliveryItem>("d2", Owner, [PatchOperation.Set("/month", 5)])),
            await StatusAsync(container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set("/note", "c")])),
            await StatusAsync(container.PatchItemAsync<DeliveryItem>("d2", Owner, [PatchOperation.Set("/note", "a")])),
        ];

        Assert.Equal(
            [HttpStatusCode.Conflict, HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.OK], statuses.AsEnumerable());
        var item = (await container.ReadItemAsync<DeliveryItem>("d2", Owner)).Resource;
        Assert.Equal((5, "a"), (item.Month, item.Note));
    }

    [Fact]
    public async Task Batch_WhoseOperationsLeaveAndTakeValues_IsExecutedInItsOrder()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/note");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Note: "a"), Owner);

        using var response = await container.CreateTransactionalBatch(Owner)
            .DeleteItem("d1")
            .CreateItem(new DeliveryItem("d2", "o7", Note: "a"))
            .ReplaceItem("d2", new DeliveryItem("d2", "o7", Note: "b"))
            .PatchItem("d2", [PatchOperation.Set("/note", "c")])
            .CreateItem(new DeliveryItem("d3", "o7", Note: "a"))
            .PatchItem("d2", [PatchOperation.Set("/note", "b")])
            .ExecuteAsync(Cancellation);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(
            HttpStatusCode.Conflict, await StatusAsync(container.CreateItemAsync(new DeliveryItem("d4", "o7", Note: "b"), Owner)));
    }

    [Fact]
    public async Task Batch_WhoseOperationsTakeTheSameValues_ChangesNothing()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/note");
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Note: "a"), Owner);

        using var response = await container.CreateTransactionalBatch(Owner)
            .DeleteItem("d1")
            .CreateItem(new DeliveryItem("d2", "o7", Note: "b"))
            .CreateItem(new DeliveryItem("d3", "o7", Note: "c"))
            .PatchItem("d3", [PatchOperation.Set("/note", "b")])
            .ExecuteAsync(Cancellation);

        Assert.Equal(
            [
                HttpStatusCode.FailedDependency, HttpStatusCode.FailedDependency, HttpStatusCode.FailedDependency,
                HttpStatusCode.Conflict,
            ],
            response.Select(result => result.StatusCode));
        Assert.Equal(
            HttpStatusCode.Conflict, await StatusAsync(container.CreateItemAsync(new DeliveryItem("d4", "o7", Note: "a"), Owner)));
        Assert.Equal(
            HttpStatusCode.Created, await StatusAsync(container.CreateItemAsync(new DeliveryItem("d4", "o7", Note: "b"), Owner)));
    }

    [Fact]
    public async Task BulkExecution_OfItemsWithTheSameValues_CreatesOne()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/note");
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var statuses = await Task.WhenAll(Enumerable.Range(0, 20).Select(
            number => StatusAsync(bulk.CreateItemAsync(new DeliveryItem($"d{number}", "o7", Note: "a"), Owner))));

        Assert.Equal(Enumerable.Repeat(HttpStatusCode.Conflict, 19).Prepend(HttpStatusCode.Created), statuses.Order());
    }

    [Fact]
    public async Task Policy_OfAContainer_IsKeptAndCannotBeChanged()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database, "/note", "/month");
        ContainerProperties properties = await container.ReadContainerAsync();

        var same = await container.ReplaceContainerAsync(properties);
        properties.UniqueKeyPolicy.UniqueKeys.Add(new UniqueKey { Paths = { "/year" } });
        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReplaceContainerAsync(properties));

        Assert.Equal(["/note", "/month"], Assert.Single(same.Resource.UniqueKeyPolicy.UniqueKeys).Paths.AsEnumerable());
        Assert.Equal(HttpStatusCode.Forbidden, error.StatusCode);
        Assert.Contains("The unique index cannot be modified.", error.ResponseBody);
    }

    private static async Task<Container> CreateAsync(ContractDatabase database, params string[] paths)
    {
        var key = new UniqueKey();
        foreach (var path in paths)
        {
            key.Paths.Add(path);
        }

        var properties = new ContainerProperties("items", "/ownerId");
        properties.UniqueKeyPolicy.UniqueKeys.Add(key);
        return await database.Database.CreateContainerAsync(properties, 10_000);
    }

    private static async Task<HttpStatusCode> CreateAsync(Container container, string json)
    {
        using var body = new MemoryStream(Encoding.UTF8.GetBytes(json));
        using var response = await container.CreateItemStreamAsync(body, Owner);
        return response.StatusCode;
    }
}
