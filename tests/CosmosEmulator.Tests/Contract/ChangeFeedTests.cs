using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>The change feed in latest version mode, as the SDK's pull model reads it.</summary>
public sealed class ChangeFeedTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1_000)]
    public async Task ChangeFeed_FromTheBeginning_HasEachItemInItsLatestVersion(int pageSize)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        await container.UpsertItemAsync(new DeliveryItem("o1-1-0", "o1", Note: "changed"), new PartitionKey("o1"));
        await container.DeleteItemAsync<DeliveryItem>("o1-1-1", new PartitionKey("o1"));

        var (items, _) = await ReadAsync(container, ChangeFeedStartFrom.Beginning(), pageSize);

        var expected = SampleItems.All.Select(item => item.Id).Where(id => id != "o1-1-1");
        Assert.Equal(expected.Order(), items.Select(item => item.Id).Order());
        var last = items.Last(item => item.OwnerId == "o1");
        Assert.Equal(("o1-1-0", "changed"), (last.Id, last.Note));
    }

    [Fact]
    public async Task ChangeFeed_FromNow_HasOnlyLaterWrites()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        var (before, continuation) = await ReadAsync(container, ChangeFeedStartFrom.Now());

        await container.UpsertItemAsync(new DeliveryItem("o2-1-0", "o2", Note: "changed"), new PartitionKey("o2"));
        await container.CreateItemAsync(new DeliveryItem("new", "o3"), new PartitionKey("o3"));
        await container.DeleteItemAsync<DeliveryItem>("o0-1-0", new PartitionKey("o0"));
        var (after, _) = await ReadAsync(container, ChangeFeedStartFrom.ContinuationToken(continuation));

        Assert.Empty(before);
        Assert.Equal(["new", "o2-1-0"], after.Select(item => item.Id).Order());
    }

    [Fact]
    public async Task ChangeFeed_OfAnEmptyContainerFromNow_HasItsFirstItem()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await database.CreateContainerAsync();
        var (_, continuation) = await ReadAsync(container, ChangeFeedStartFrom.Now());

        await container.CreateItemAsync(new DeliveryItem("first", "o7"), new PartitionKey("o7"));

        var (items, _) = await ReadAsync(container, ChangeFeedStartFrom.ContinuationToken(continuation));
        Assert.Equal("first", Assert.Single(items).Id);
    }

    [Fact]
    public async Task ChangeFeeds_OfAllFeedRanges_HaveEachItemOnce()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/id");

        var ids = new List<string>();
        foreach (var range in await container.GetFeedRangesAsync())
        {
            var (items, _) = await ReadAsync(container, ChangeFeedStartFrom.Beginning(range));
            ids.AddRange(items.Select(item => item.Id));
        }

        Assert.Equal(SampleItems.All.Select(item => item.Id).Order(), ids.Order());
    }

    [Fact]
    public async Task ChangeFeed_OfAPartitionKey_HasItsItemsInTheOrderOfTheirLastWrites()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        await container.UpsertItemAsync(new DeliveryItem("o3-1-0", "o3", Note: "changed"), new PartitionKey("o3"));

        var range = FeedRange.FromPartitionKey(new PartitionKey("o3"));
        var (items, _) = await ReadAsync(container, ChangeFeedStartFrom.Beginning(range), pageSize: 4);

        var others = SampleItems.All.Where(item => item.OwnerId == "o3").Select(item => item.Id).Skip(1);
        Assert.Equal(others.Append("o3-1-0"), items.Select(item => item.Id));
    }

    [Fact]
    public async Task ChangeFeed_ContinuedBetweenPages_HasEachWriteOnce()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        using var pages = container.GetChangeFeedIterator<DeliveryItem>(
            ChangeFeedStartFrom.Beginning(FeedRange.FromPartitionKey(new PartitionKey("o3"))),
            ChangeFeedMode.LatestVersion,
            new ChangeFeedRequestOptions { PageSizeHint = 4 });
        var first = await pages.ReadNextAsync();

        // One that was read, and one that was not.
        await container.UpsertItemAsync(new DeliveryItem("o3-1-0", "o3", Note: "changed"), new PartitionKey("o3"));
        await container.UpsertItemAsync(new DeliveryItem("o3-3-2", "o3", Month: 3, Note: "changed"), new PartitionKey("o3"));
        var (rest, _) = await ReadAsync(container, ChangeFeedStartFrom.ContinuationToken(first.ContinuationToken), pageSize: 4);

        var expected = SampleItems.All.Where(item => item.OwnerId == "o3").Select(item => item.Id).Where(id => id != "o3-3-2")
            .Concat(["o3-1-0", "o3-3-2"]);
        Assert.Equal(expected, first.Concat(rest).Select(item => item.Id));
        Assert.Equal(["changed", "changed"], rest.TakeLast(2).Select(item => item.Note));
    }

    /// <summary>Reads until there is nothing new.</summary>
    private static async Task<(List<DeliveryItem> Items, string Continuation)> ReadAsync(
        Container container, ChangeFeedStartFrom start, int pageSize = 100)
    {
        using var pages = container.GetChangeFeedIterator<DeliveryItem>(
            start, ChangeFeedMode.LatestVersion, new ChangeFeedRequestOptions { PageSizeHint = pageSize });
        var items = new List<DeliveryItem>();
        while (true)
        {
            var page = await pages.ReadNextAsync();
            if (page.StatusCode == HttpStatusCode.NotModified)
            {
                return (items, page.ContinuationToken);
            }

            Assert.InRange(page.Count, 0, pageSize);
            items.AddRange(page);
        }
    }
}
