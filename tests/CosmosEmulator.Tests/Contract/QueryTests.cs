using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Microsoft.Azure.Cosmos.Linq;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

public sealed class QueryTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(4)]
    [InlineData(-1)]
    public async Task Query_OverAllPartitions_FindsEveryMatchOnce(int maxConcurrency)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await SampleItems.CreateAsync(database, "/id");
        var query = SampleItems.StudyQuery("o3", 2025, 2);

        var options = new QueryRequestOptions { MaxConcurrency = maxConcurrency };
        var found = await SampleItems.ReadAllAsync<DeliveryItem>(container, query, options);

        Assert.Equal(["o3-2-0", "o3-2-1", "o3-2-2"], found.Select(item => item.Id).Order());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(100)]
    public async Task Query_ReadInPages_ReturnsEachItemOnceAndCostsTheSame(int pageSize)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        var query = new QueryDefinition("SELECT * FROM c WHERE c.ownerId = 'o3'");

        var (items, charge) = await ReadPagesAsync(container, query, new QueryRequestOptions { MaxItemCount = pageSize });

        Assert.Equal(9, items.Select(item => item.Id).Distinct().Count());
        Assert.Equal(9, items.Count);
        Assert.InRange(charge, 2.75, 2.85);
    }

    [Fact]
    public async Task Query_ByAKeyThatNoDoubleHolds_FindsItsItem()
    {
        const long Key = 9_007_199_254_740_993;
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await database.CreateContainerAsync("/pk");
        using var item = new MemoryStream("""{"id":"a","pk":9007199254740993}"""u8.ToArray());
        using var created = await container.CreateItemStreamAsync(item, new PartitionKey(Key));

        using var pages = container.GetItemQueryIterator<string>(
            "SELECT VALUE c.id FROM c", requestOptions: new QueryRequestOptions { PartitionKey = new PartitionKey(Key) });

        Assert.Equal(["a"], await pages.ReadNextAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Query_ResumedAfterADelete_LosesNothing()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        var query = new QueryDefinition("SELECT * FROM c WHERE c.ownerId = 'o3'");
        var options = new QueryRequestOptions { MaxItemCount = 4, PartitionKey = new PartitionKey("o3") };
        var first = await container.GetItemQueryIterator<DeliveryItem>(query, null, options).ReadNextAsync();

        // An offset of four would skip one of the rest now.
        await container.DeleteItemAsync<DeliveryItem>(first.First().Id, new PartitionKey("o3"));
        var rest = container.GetItemQueryIterator<DeliveryItem>(query, first.ContinuationToken, options);
        var ids = first.Concat(await rest.ReadAllAsync()).Select(item => item.Id).ToList();

        Assert.Equal(9, ids.Distinct().Count());
        Assert.Equal(9, ids.Count);
    }

    [Fact]
    public async Task Query_ByLinq_FindsItsItems()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/ownerId");

        using var iterator = container.GetItemLinqQueryable<DeliveryItem>()
            .Where(item => item.OwnerId == "o2" && item.Year == 2025 && item.Month == 1)
            .ToFeedIterator();
        var found = await iterator.ReadNextAsync();

        Assert.Equal(3, found.Count);
    }

    [Fact]
    public async Task Query_WithAProjectionAndARange_ReturnsTheProjectedRows()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/ownerId");

        var ids = await SampleItems.ReadAllAsync<string>(
            container, new QueryDefinition("SELECT VALUE c.id FROM c WHERE c.ownerId = 'o1' AND c.month > 2"), null);

        Assert.Equal(["o1-3-0", "o1-3-1", "o1-3-2"], ids.Order());
    }

    [Fact]
    public async Task Query_WithTop_StopsAtItsCount()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        var query = new QueryDefinition("SELECT TOP 7 * FROM c WHERE c.ownerId = 'o1'");

        var (items, _) = await ReadPagesAsync(container, query, new QueryRequestOptions { MaxItemCount = 3 });

        Assert.Equal(7, items.Count);
    }

    [Theory]
    [InlineData(3, 3)]
    [InlineData(9, 1)]
    [InlineData(4, 3)]
    public async Task Query_WhoseLastPageIsFull_HasNoEmptyPageAfterIt(int pageSize, int pages)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        var options = new QueryRequestOptions { MaxItemCount = pageSize, PartitionKey = new PartitionKey("o3") };

        using var iterator = container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c", requestOptions: options);
        var counts = new List<int>();
        while (iterator.HasMoreResults)
        {
            counts.Add((await iterator.ReadNextAsync()).Count);
        }

        Assert.Equal((pages, 9), (counts.Count, counts.Sum()));
    }

    [Fact]
    public async Task ReadFeed_OfAllItems_ReturnsThemInPages()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/ownerId");

        var options = new QueryRequestOptions { MaxItemCount = 10 };
        using var iterator = container.GetItemQueryIterator<DeliveryItem>(requestOptions: options);
        var ids = (await iterator.ReadAllAsync()).Select(item => item.Id).ToList();

        Assert.Equal(36, ids.Distinct().Count());
        Assert.Equal(36, ids.Count);
    }

    [Fact]
    public async Task Query_OfAnUnindexedPath_StaysRightAfterWrites()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        var query = new QueryDefinition("SELECT * FROM c WHERE c.month = 3 AND c.year = 2025");
        Assert.Equal(12, (await SampleItems.ReadAllAsync<DeliveryItem>(container, query, null)).Count);

        // The first query built the indexes; these writes have to reach them.
        await container.UpsertItemAsync(new DeliveryItem("o1-3-0", "o1", Month: 4), new PartitionKey("o1"));
        await container.DeleteItemAsync<DeliveryItem>("o1-3-1", new PartitionKey("o1"));
        await container.CreateItemAsync(new DeliveryItem("new", "o1", Month: 3), new PartitionKey("o1"));

        var found = await SampleItems.ReadAllAsync<DeliveryItem>(container, query, null);
        Assert.Equal(11, found.Count);
        Assert.Contains(found, item => item.Id == "new");
        Assert.DoesNotContain(found, item => item.Id is "o1-3-0" or "o1-3-1");
    }

    private static async Task<(List<DeliveryItem> Items, double Charge)> ReadPagesAsync(
        Container container, QueryDefinition query, QueryRequestOptions options)
    {
        using var iterator = container.GetItemQueryIterator<DeliveryItem>(query, null, options);
        var items = new List<DeliveryItem>();
        var charge = 0.0;
        while (iterator.HasMoreResults)
        {
            var page = await iterator.ReadNextAsync();
            items.AddRange(page);
            charge += page.RequestCharge;
        }

        return (items, charge);
    }
}
