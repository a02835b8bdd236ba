using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using static DroneDelivery.CosmosEmulator.Tests.Contract.ItemCalls;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>A container whose partition key has three levels.</summary>
public sealed class HierarchicalKeyTests
{
    private static readonly string[] Paths = ["/ownerId", "/year", "/month"];

    [Fact]
    public async Task Container_OfSeveralPaths_HasThemAndKeepsThem()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database);

        ContainerProperties properties = await container.ReadContainerAsync();
        var again = await database.Database.CreateContainerIfNotExistsAsync(new ContainerProperties("items", Paths));
        var others = new ContainerProperties("items", Paths.Take(2).ToList());
        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReplaceContainerAsync(others));

        Assert.Equal(Paths, properties.PartitionKeyPaths);
        Assert.Equal(PartitionKeyDefinitionVersion.V2, properties.PartitionKeyDefinitionVersion);
        Assert.Equal(HttpStatusCode.OK, again.StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
    }

    [Fact]
    public async Task Item_WithItsWholeKey_IsCreatedChangedAndDeleted()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);
        var (item, key) = (new DeliveryItem("d1", "o7", Month: 3), Key("o7", 2025, 3));

        await container.CreateItemAsync(item, key);
        await container.CreateItemAsync(item with { Month = 4 });
        var created = await container.ReadItemAsync<DeliveryItem>("d1", key);
        var replaced = await container.ReplaceItemAsync(item with { Note = "replaced" }, "d1", key);
        var upserted = await container.UpsertItemAsync(item with { Note = "upserted" }, key);
        var patched = await container.PatchItemAsync<DeliveryItem>("d1", key, [PatchOperation.Set("/note", "patched")]);
        var deleted = await container.DeleteItemAsync<DeliveryItem>("d1", key);
        using var gone = await container.ReadItemStreamAsync("d1", key);
        var other = await container.ReadItemAsync<DeliveryItem>("d1", Key("o7", 2025, 4));

        Assert.Equal(item, created.Resource);
        Assert.Equal(
            ("replaced", "upserted", "patched"), (replaced.Resource.Note, upserted.Resource.Note, patched.Resource.Note));
        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.NoContent), (upserted.StatusCode, deleted.StatusCode));
        Assert.Equal((HttpStatusCode.NotFound, 4), (gone.StatusCode, other.Resource.Month));
    }

    [Fact]
    public async Task Item_WithFewerLevelsOrOthers_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await CreateAsync(database);
        var item = new DeliveryItem("d1", "o7", Month: 3);
        await container.CreateItemAsync(item);

        HttpStatusCode[] statuses =
        [
            await StatusAsync(container.CreateItemAsync(item with { Id = "d2" }, Key("o7", 2025))),
            await StatusAsync(container.CreateItemAsync(item with { Id = "d2" }, Key("o7", 2025, 4))),
            await StatusAsync(container.UpsertItemAsync(item, Key("o7"))),
            await StatusAsync(container.ReadItemAsync<DeliveryItem>("d1", Key("o7"))),
            await StatusAsync(container.ReplaceItemAsync(item, "d1", Key("o7", 2025))),
            await StatusAsync(container.PatchItemAsync<DeliveryItem>(
                "d1", Key("o7", 2025, 3), [PatchOperation.Set("/year", 2026)])),
            await StatusAsync(container.DeleteItemAsync<DeliveryItem>("d1", Key("o7"))),
        ];

        Assert.All(statuses, status => Assert.Equal(HttpStatusCode.BadRequest, status));
    }

    [Fact]
    public async Task Item_WithoutTheValueOfALevel_HasAKeyWithoutIt()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);
        var item = new Dictionary<string, object> { ["id"] = "d1", ["ownerId"] = "o7", ["month"] = 3 };

        await container.CreateItemAsync(item);

        var missing = new PartitionKeyBuilder().Add("o7").AddNoneType().Add(3).Build();
        var isNull = new PartitionKeyBuilder().Add("o7").AddNullValue().Add(3).Build();
        using var found = await container.ReadItemStreamAsync("d1", missing);
        using var notFound = await container.ReadItemStreamAsync("d1", isNull);
        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.NotFound), (found.StatusCode, notFound.StatusCode));
        Assert.Equal("d1", Assert.Single(await IdsAsync(container, "SELECT VALUE c.id FROM c", Key("o7"))));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Query_WithTheFirstLevelsOfAKey_HasTheItemsWhoseKeysBeginWithThem(int levels)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);
        await SampleItems.FillAsync(container);
        var key = Key("o1", [.. new double[] { 2025, 2 }.Take(levels - 1)]);

        var ids = await IdsAsync(container, "SELECT VALUE c.id FROM c", key);
        var ordered = await IdsAsync(container, "SELECT VALUE c.id FROM c ORDER BY c.id DESC", key);
        var counts = await SampleItems.ReadAllAsync<int>(
            container, new QueryDefinition("SELECT VALUE COUNT(1) FROM c"), new QueryRequestOptions { PartitionKey = key });

        var expected = SampleItems.All.Where(item => item.OwnerId == "o1" && (levels < 3 || item.Month == 2))
            .Select(item => item.Id).Order(StringComparer.Ordinal).ToList();
        Assert.Equal(expected, ids.Order(StringComparer.Ordinal));
        Assert.Equal(expected.AsEnumerable().Reverse(), ordered);
        Assert.Equal(expected.Count, Assert.Single(counts));
    }

    [Theory]
    [InlineData("c.ownerId = 'o1'", 9)]
    [InlineData("c.ownerId = 'o1' AND c.year = 2025", 9)]
    [InlineData("c.ownerId = 'o1' AND c.year = 2025 AND c.month = 2", 3)]
    [InlineData("c.ownerId IN ('o1', 'o2') AND c.year = 2025 AND c.month IN (1, 3)", 12)]
    [InlineData("c.ownerId = 'o1' AND c.month = 2", 3)]
    [InlineData("c.month = 2", 12)]
    [InlineData("c.ownerId = 'o1' AND c.year = 2024", 0)]
    public async Task Query_WithLevelsInItsFilter_HasEachOfItsItemsOnce(string filter, int expected)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);
        await SampleItems.FillAsync(container);

        var ids = await IdsAsync(container, $"SELECT VALUE c.id FROM c WHERE {filter}", key: null);

        Assert.Equal(expected, ids.Distinct().Count());
        Assert.Equal(expected, ids.Count);
    }

    [Fact]
    public async Task ReadMany_OfManyKeys_HasAllItems()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);
        await SampleItems.FillAsync(container);

        var items = await container.ReadManyItemsAsync<DeliveryItem>([.. SampleItems.All.Select(item => (item.Id, KeyOf(item)))]);

        Assert.Equal(SampleItems.All.Select(item => item.Id).Order(), items.Select(item => item.Id).Order());
    }

    [Fact]
    public async Task Batch_OfAWholeKey_IsExecuted()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);

        using var response = await container.CreateTransactionalBatch(Key("o7", 2025, 3))
            .CreateItem(new DeliveryItem("d1", "o7", Month: 3))
            .UpsertItem(new DeliveryItem("d2", "o7", Month: 3))
            .ReadItem("d1")
            .ExecuteAsync(TestContext.Current.CancellationToken);
        using var other = await container.CreateTransactionalBatch(Key("o7", 2025, 3))
            .CreateItem(new DeliveryItem("d3", "o7", Month: 4))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.BadRequest), (response.StatusCode, other.StatusCode));
        Assert.Equal("d1", response.GetOperationResultAtIndex<DeliveryItem>(2).Resource.Id);
    }

    [Fact]
    public async Task BulkExecution_OfManyKeys_WritesAllItems()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await CreateAsync(database);
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var statuses = await Task.WhenAll(SampleItems.All.Select(item => StatusAsync(bulk.CreateItemAsync(item, KeyOf(item)))));

        Assert.All(statuses, status => Assert.Equal(HttpStatusCode.Created, status));
        Assert.Equal(9, (await IdsAsync(container, "SELECT VALUE c.id FROM c", Key("o1"))).Count);
    }

    [Theory]
    [InlineData(1, 9)]
    [InlineData(3, 3)]
    public async Task ChangeFeed_OfTheFirstLevelsOfAKey_HasTheItemsWhoseKeysBeginWithThem(int levels, int expected)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await CreateAsync(database);
        await SampleItems.FillAsync(container);
        var range = FeedRange.FromPartitionKey(Key("o1", [.. new double[] { 2025, 2 }.Take(levels - 1)]));

        using var pages = container.GetChangeFeedIterator<DeliveryItem>(
            ChangeFeedStartFrom.Beginning(range), ChangeFeedMode.LatestVersion);
        var items = new List<DeliveryItem>();
        for (var page = await pages.ReadNextAsync(); page.StatusCode == HttpStatusCode.OK; page = await pages.ReadNextAsync())
        {
            items.AddRange(page);
        }

        Assert.Equal(expected, items.Count);
        Assert.All(items, item => Assert.Equal("o1", item.OwnerId));
    }

    private static async Task<Container> CreateAsync(ContractDatabase database) =>
        await database.Database.CreateContainerAsync(new ContainerProperties("items", Paths), 10_000);

    private static PartitionKey Key(string owner, params double[] lowerLevels)
    {
        var key = new PartitionKeyBuilder().Add(owner);
        foreach (var level in lowerLevels)
        {
            key.Add(level);
        }

        return key.Build();
    }

    private static PartitionKey KeyOf(DeliveryItem item) => Key(item.OwnerId, item.Year, item.Month);

    private static Task<List<string>> IdsAsync(Container container, string query, PartitionKey? key) =>
        SampleItems.ReadAllAsync<string>(container, new QueryDefinition(query), new QueryRequestOptions { PartitionKey = key });
}
