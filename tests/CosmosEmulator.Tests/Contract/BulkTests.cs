using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using static DroneDelivery.CosmosEmulator.Tests.Contract.ItemCalls;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Operations that the SDK sends in bulk.</summary>
public sealed class BulkTests
{
    [Fact]
    public async Task Upserts_OfAThousandItems_AreDoneOnAllPartitions()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var statuses = await Task.WhenAll(Enumerable.Range(0, 1_000).Select(
            number => StatusAsync(bulk.UpsertItemAsync(NewItem(number), KeyOf(number)))));

        Assert.All(statuses, status => Assert.Equal(HttpStatusCode.Created, status));
        var ids = await SampleItems.ReadAllAsync<string>(container, new QueryDefinition("SELECT VALUE c.id FROM c"), null);
        Assert.Equal(1_000, ids.Distinct().Count());
    }

    [Fact]
    public async Task Creates_OfWhichSomeExist_AreDoneExceptForThose()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        foreach (var number in Enumerable.Range(0, 10))
        {
            await container.CreateItemAsync(NewItem(10 * number), KeyOf(10 * number));
        }

        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);
        var statuses = await Task.WhenAll(Enumerable.Range(0, 100).Select(
            number => StatusAsync(bulk.CreateItemAsync(NewItem(number), KeyOf(number)))));

        Assert.Equal(
            Enumerable.Range(0, 100).Select(number => number % 10 == 0 ? HttpStatusCode.Conflict : HttpStatusCode.Created),
            statuses);
    }

    [Fact]
    public async Task Operations_OfEachKind_HaveResultsOfTheirOwn()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        var old = await Task.WhenAll(Enumerable.Range(0, 5).Select(
            number => container.CreateItemAsync(NewItem(number), KeyOf(number))));
        var stale = new ItemRequestOptions { IfMatchEtag = "\"00000000-0000-0000-0000-000000000000\"" };
        var current = new ItemRequestOptions { IfMatchEtag = old[3].ETag };
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var read = bulk.ReadItemAsync<DeliveryItem>("d0", KeyOf(0));
        var statuses = await Task.WhenAll(
            StatusAsync(read),
            StatusAsync(bulk.ReplaceItemAsync(NewItem(1), "d1", KeyOf(1))),
            StatusAsync(bulk.ReplaceItemAsync(NewItem(2), "d2", KeyOf(2), stale)),
            StatusAsync(bulk.DeleteItemAsync<DeliveryItem>("d3", KeyOf(3), current)),
            StatusAsync(bulk.DeleteItemAsync<DeliveryItem>("d99", KeyOf(99))),
            StatusAsync(bulk.UpsertItemAsync(NewItem(4), KeyOf(4))),
            StatusAsync(bulk.CreateItemAsync(NewItem(5), KeyOf(6))),
            StatusAsync(bulk.ReadItemAsync<DeliveryItem>("d98", KeyOf(98))));

        Assert.Equal(
            [
                HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.PreconditionFailed, HttpStatusCode.NoContent,
                HttpStatusCode.NotFound, HttpStatusCode.OK, HttpStatusCode.BadRequest, HttpStatusCode.NotFound,
            ],
            statuses.AsEnumerable());
        Assert.Equal((NewItem(0), old[0].ETag), ((await read).Resource, (await read).ETag));
        Assert.Equal(old[2].ETag, (await container.ReadItemAsync<DeliveryItem>("d2", KeyOf(2))).ETag);
    }

    /// <summary>An answer has at most 4 MB: the SDK reads what has no room in it again.</summary>
    [Fact]
    public async Task Reads_OfMoreThanAnAnswerHolds_AreAllDone()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);
        foreach (var id in new[] { "d1", "d2", "d3", "d4" })
        {
            await container.CreateItemAsync(DeliveryItem.OfSize(id, "o7", 1_500_000), new PartitionKey("o7"));
        }

        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);
        var items = await Task.WhenAll(new[] { "d1", "d2", "d3", "d4" }.Select(
            id => bulk.ReadItemAsync<DeliveryItem>(id, new PartitionKey("o7"))));

        Assert.Equal(["d1", "d2", "d3", "d4"], items.Select(item => item.Resource.Id));
    }

    [Fact]
    public async Task Patches_ByAHundredCallsAtOnce_LoseNoIncrement()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Month: 0), new PartitionKey("o7"));
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var statuses = await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => StatusAsync(
            bulk.PatchItemAsync<DeliveryItem>("d1", new PartitionKey("o7"), [PatchOperation.Increment("/month", 1)]))));

        Assert.All(statuses, status => Assert.Equal(HttpStatusCode.OK, status));
        Assert.Equal(100, (await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o7"))).Resource.Month);
    }

    [Fact]
    public async Task Patches_OfWhichSomeFail_AreMadeExceptForThose()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        var items = await Task.WhenAll(Enumerable.Range(0, 4).Select(
            number => container.CreateItemAsync(NewItem(number), KeyOf(number))));
        var condition = new PatchItemRequestOptions { FilterPredicate = "FROM c WHERE c.month = 1" };
        var unmet = new PatchItemRequestOptions { FilterPredicate = "FROM c WHERE c.month = 2" };
        PatchOperation[] change = [PatchOperation.Set("/month", 7)];
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var patched = bulk.PatchItemAsync<DeliveryItem>("d0", KeyOf(0), change, condition);
        var statuses = await Task.WhenAll(
            StatusAsync(patched),
            StatusAsync(bulk.PatchItemAsync<DeliveryItem>("d1", KeyOf(1), change, unmet)),
            StatusAsync(bulk.PatchItemAsync<DeliveryItem>("d2", KeyOf(2), [PatchOperation.Remove("/missing")])),
            StatusAsync(bulk.PatchItemAsync<DeliveryItem>(
                "d3", KeyOf(3), change, new PatchItemRequestOptions { IfMatchEtag = items[0].ETag })),
            StatusAsync(bulk.PatchItemAsync<DeliveryItem>("d99", KeyOf(99), change)));

        Assert.Equal(
            [
                HttpStatusCode.OK, HttpStatusCode.PreconditionFailed, HttpStatusCode.BadRequest, HttpStatusCode.PreconditionFailed,
                HttpStatusCode.NotFound,
            ],
            statuses.AsEnumerable());
        var read = await Task.WhenAll(Enumerable.Range(0, 4).Select(
            number => container.ReadItemAsync<DeliveryItem>($"d{number}", KeyOf(number))));
        Assert.Equal([7, 1, 1, 1], read.Select(item => item.Resource.Month));
        Assert.Equal((read[0].Resource, read[0].ETag), ((await patched).Resource, (await patched).ETag));
    }

    private static DeliveryItem NewItem(int number) => new($"d{number}", $"o{number}");

    private static PartitionKey KeyOf(int number) => new($"o{number}");
}
