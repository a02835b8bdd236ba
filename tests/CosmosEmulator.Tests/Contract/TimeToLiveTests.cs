using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using static DroneDelivery.CosmosEmulator.Tests.Contract.ItemCalls;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Items that expire.</summary>
public sealed class TimeToLiveTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Container_WithATimeToLive_HasItUntilItIsReplaced()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(60);

        ContainerProperties properties = await container.ReadContainerAsync();
        var before = properties.DefaultTimeToLive;
        properties.DefaultTimeToLive = null;
        ContainerProperties replaced = await container.ReplaceContainerAsync(properties);

        Assert.Equal(60, before);
        Assert.Null(replaced.DefaultTimeToLive);
    }

    /// <summary>The examples of time-to-live.md, with other numbers.</summary>
    [Theory]
    [InlineData(null, null, true)]
    [InlineData(null, -1, true)]
    [InlineData(null, 2, true)]
    [InlineData(-1, null, true)]
    [InlineData(-1, -1, true)]
    [InlineData(-1, 2, false)]
    [InlineData(2, null, false)]
    [InlineData(2, -1, true)]
    [InlineData(2, 1_000, true)]
    [InlineData(1_000, 2, false)]
    public async Task Item_AfterFourSeconds_IsThereIfItsTimeToLiveSaysSo(int? ofContainer, int? ofItem, bool isThere)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(ofContainer);
        await container.CreateItemAsync(NewItem("d1", ofItem), Owner);

        await database.WaitAsync(TimeSpan.FromSeconds(4));
        using var read = await container.ReadItemStreamAsync("d1", Owner);

        string[] expected = isThere ? ["d1"] : [];
        Assert.Equal(isThere ? HttpStatusCode.OK : HttpStatusCode.NotFound, read.StatusCode);
        Assert.Equal(expected, await ReadIdsAsync(container, "SELECT VALUE c.id FROM c"));
        Assert.Equal(expected, await ReadIdsAsync(container, "SELECT VALUE c.id FROM c WHERE c.ownerId = 'o7' ORDER BY c.id"));
        var counts = await SampleItems.ReadAllAsync<int>(container, new QueryDefinition("SELECT VALUE COUNT(1) FROM c"), null);
        Assert.Equal(expected.Length, Assert.Single(counts));
        Assert.Equal(expected, await ReadChangesAsync(container));
    }

    [Fact]
    public async Task Item_ThatIsWrittenAgain_LivesFromThenOn()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(6);
        foreach (var id in new[] { "idle", "patched", "replaced" })
        {
            await container.CreateItemAsync(NewItem(id), Owner);
        }

        await database.WaitAsync(TimeSpan.FromSeconds(4));
        await container.PatchItemAsync<object>("patched", Owner, [PatchOperation.Set("/note", "changed")]);
        await container.ReplaceItemAsync(NewItem("replaced"), "replaced", Owner);
        await database.WaitAsync(TimeSpan.FromSeconds(4));
        var later = await ReadIdsAsync(container, "SELECT VALUE c.id FROM c");
        await database.WaitAsync(TimeSpan.FromSeconds(4));

        Assert.Equal(["patched", "replaced"], later);
        Assert.Empty(await ReadIdsAsync(container, "SELECT VALUE c.id FROM c"));
    }

    [Fact]
    public async Task Item_ThatHasExpired_IsMissingForEachWrite()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(2);
        foreach (var number in Enumerable.Range(1, 6))
        {
            await container.CreateItemAsync(NewItem($"d{number}"), Owner);
        }

        await database.WaitAsync(TimeSpan.FromSeconds(4));
        var statuses = await Task.WhenAll(
            StatusAsync(container.CreateItemAsync<object>(NewItem("d1", -1), Owner)),
            StatusAsync(container.UpsertItemAsync<object>(NewItem("d2", -1), Owner)),
            StatusAsync(container.ReplaceItemAsync<object>(NewItem("d3", -1), "d3", Owner)),
            StatusAsync(container.PatchItemAsync<object>("d4", Owner, [PatchOperation.Set("/ttl", -1)])),
            StatusAsync(container.DeleteItemAsync<object>("d5", Owner)));
        using var batch = await container.CreateTransactionalBatch(Owner)
            .CreateItem(NewItem("d6", -1)).PatchItem("d6", [PatchOperation.Set("/note", "patched")])
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(
            [
                HttpStatusCode.Created, HttpStatusCode.Created, HttpStatusCode.NotFound, HttpStatusCode.NotFound,
                HttpStatusCode.NotFound,
            ],
            statuses.AsEnumerable());
        Assert.Equal(HttpStatusCode.OK, batch.StatusCode);
        Assert.Equal(["d1", "d2", "d6"], (await ReadIdsAsync(container, "SELECT VALUE c.id FROM c")).Order());
    }

    [Fact]
    public async Task Items_OfAContainerWhoseTimeToLiveChanges_FollowIt()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(null);
        await container.CreateItemAsync(NewItem("without"), Owner);
        await container.CreateItemAsync(NewItem("short", 2), Owner);
        await container.CreateItemAsync(NewItem("endless", -1), Owner);

        await database.WaitAsync(TimeSpan.FromSeconds(5));
        var found = new List<string>();
        foreach (var timeToLive in new int?[] { null, 1_000, -1, 3 })
        {
            ContainerProperties properties = await container.ReadContainerAsync();
            properties.DefaultTimeToLive = timeToLive;
            await container.ReplaceContainerAsync(properties);
            found.Add(string.Join(' ', await ReadIdsAsync(container, "SELECT VALUE c.id FROM c")));
        }

        Assert.Equal(["without short endless", "without endless", "without endless", "endless"], found);
    }

    [Fact]
    public async Task Patch_OfTheTimeToLive_ChangesIt()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(-1);
        await container.CreateItemAsync(NewItem("d1", 2), Owner);
        await container.CreateItemAsync(NewItem("d2"), Owner);

        await container.PatchItemAsync<object>("d1", Owner, [PatchOperation.Remove("/ttl")]);
        await container.PatchItemAsync<object>("d2", Owner, [PatchOperation.Add("/ttl", 2)]);
        var refused = await StatusAsync(container.PatchItemAsync<object>("d2", Owner, [PatchOperation.Set("/ttl", 0)]));
        await database.WaitAsync(TimeSpan.FromSeconds(4));

        Assert.Equal(HttpStatusCode.BadRequest, refused);
        Assert.Equal(["d1"], await ReadIdsAsync(container, "SELECT VALUE c.id FROM c"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-2)]
    public async Task Item_WithAnInvalidTimeToLive_IsRefused(int timeToLive)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerWithTimeToLiveAsync(-1);

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.CreateItemAsync(NewItem("d1", timeToLive), Owner));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains($"The input ttl '{timeToLive}' is invalid.", error.ResponseBody);
    }

    private static Dictionary<string, object> NewItem(string id, int? timeToLive = null)
    {
        var item = new Dictionary<string, object> { ["id"] = id, ["ownerId"] = "o7" };
        if (timeToLive is { } seconds)
        {
            item["ttl"] = seconds;
        }

        return item;
    }

    private static Task<List<string>> ReadIdsAsync(Container container, string query) =>
        SampleItems.ReadAllAsync<string>(container, new QueryDefinition(query), null);

    private static async Task<List<string>> ReadChangesAsync(Container container)
    {
        using var changes = container.GetChangeFeedIterator<DeliveryItem>(
            ChangeFeedStartFrom.Beginning(), ChangeFeedMode.Incremental);
        var page = await changes.ReadNextAsync();
        return page.StatusCode == HttpStatusCode.NotModified ? [] : [.. page.Select(item => item.Id)];
    }
}
