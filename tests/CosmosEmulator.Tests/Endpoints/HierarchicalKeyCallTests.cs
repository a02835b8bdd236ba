using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Values;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Hierarchical partition keys: the calls for them, and partitions whose boundary lies within a first level.</summary>
public sealed class HierarchicalKeyCallTests
{
    private const string Documents = "/dbs/db/colls/items/docs";
    private const string Query = """{"query":"SELECT * FROM c"}""";

    private static readonly string[] Paths = ["/ownerId", "/month"];
    private static readonly QueryDefinition Ids = new("SELECT VALUE c.id FROM c");

    private static readonly (string, string)[] FirstPage =
        [(CosmosHeaders.IsQuery, "True"), (CosmosHeaders.PartitionKey, """["o1"]"""), (CosmosHeaders.MaxItemCount, "2")];

    [Theory]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.ownerId = 'o1'", 9)]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.ownerId = 'o1' AND c.month = 2", 3)]
    public async Task Query_OfTheFirstLevelsInItsFilter_AsksOnlyTheirPartition(string query, int expected)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await FillAsync(emulator);

        var ids = await SampleItems.ReadAllAsync<string>(container, new QueryDefinition(query), null);

        Assert.Equal(expected, ids.Count);
        Assert.Equal(1, (await emulator.StateAsync()).Calls("data"));
    }

    [Fact]
    public async Task Query_WithTheFirstLevelsOfAKey_AsksOnlyTheirPartition()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await FillAsync(emulator);

        var ids = await SampleItems.ReadAllAsync<string>(container, Ids, With(new PartitionKeyBuilder().Add("o1").Build()));

        Assert.Equal(9, ids.Count);
        Assert.Equal(1, (await emulator.StateAsync()).Calls("data"));
    }

    [Fact]
    public async Task Batch_WithTheFirstLevelsOfAKey_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);

        using var response = await container.CreateTransactionalBatch(new PartitionKeyBuilder().Add("o1").Build())
            .ReadItem("d1")
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal((HttpStatusCode.BadRequest, "0"), (response.StatusCode, response.Headers["x-ms-substatus"]));
        Assert.Contains("PartitionKey value must be supplied", response.ErrorMessage);
    }

    [Fact]
    public async Task Query_OfAFirstLevelInTwoPartitions_HasTheItemsOfBoth()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        SplitWithin(emulator, "o1");

        var all = await SampleItems.ReadAllAsync<string>(container, Ids, With(new PartitionKeyBuilder().Add("o1").Build()));
        var filtered = await SampleItems.ReadAllAsync<string>(
            container, new QueryDefinition("SELECT VALUE c.id FROM c WHERE c.ownerId = 'o1'"), null);

        var expected = SampleItems.All.Where(item => item.OwnerId == "o1").Select(item => item.Id).Order().ToList();
        Assert.Equal(expected, all.Order());
        Assert.Equal(expected, filtered.Order());
        Assert.All(
            (await emulator.StateAsync()).Partitions, partition => Assert.NotEqual(0, partition.GetProperty("calls").GetInt64()));
    }

    [Fact]
    public async Task Item_OfAFirstLevelInTwoPartitions_IsInThatOfItsWholeKey()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        SplitWithin(emulator, "o1");

        foreach (var item in SampleItems.All)
        {
            var key = new PartitionKeyBuilder().Add(item.OwnerId).Add(item.Month).Build();
            Assert.Equal(item, (await container.ReadItemAsync<DeliveryItem>(item.Id, key)).Resource);
            var ids = await SampleItems.ReadAllAsync<string>(container, Ids, With(key));
            Assert.Contains(item.Id, ids);
            Assert.Equal(3, ids.Count);
        }
    }

    /// <summary>Clients of other languages send the values of the first levels as they are.</summary>
    [Fact]
    public async Task Pages_WithTheFirstLevelInTheHeader_GoThroughItsPartitions()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        _ = await FillAsync(emulator);
        SplitWithin(emulator, "o1");

        var ids = new List<string>();
        string? token = null;
        do
        {
            (string, string)[] next = token is null ? [] : [(CosmosHeaders.Continuation, token)];
            using var response = await emulator.SendAsync("POST", Documents, Query, [.. FirstPage, .. next]);
            var page = JsonElement.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
            ids.AddRange(page.GetProperty("Documents").EnumerateArray().Select(item => item.GetProperty("id").GetString()!));
            token = response.Headers.TryGetValues(CosmosHeaders.Continuation, out var tokens) ? tokens.Single() : null;
        }
        while (token is not null);

        Assert.Equal(
            SampleItems.All.Where(item => item.OwnerId == "o1").Select(item => item.Id).Order(), ids.Order());
    }

    [Theory]
    [InlineData("GET", "/o1-1-0", "", """["o1"]""", "fewer")]
    [InlineData("GET", "/o1-1-0", "", """["o1",1,2]""", "more")]
    [InlineData("POST", "", """{"id":"new","ownerId":"o1","month":1}""", """["o1"]""", "fewer")]
    [InlineData("DELETE", "/o1-1-0", "", """["o1"]""", "fewer")]
    public async Task Call_WithAnotherNumberOfLevels_IsRefused(
        string method, string item, string body, string key, string expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        _ = await FillAsync(emulator);

        using var response = await emulator.SendAsync(method, Documents + item, body, (CosmosHeaders.PartitionKey, key));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(
            $"{CosmosSubStatus.PartitionKeyMismatch}", Assert.Single(response.Headers.GetValues(CosmosHeaders.SubStatus)));
        Assert.Contains(expected, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task TopKeys_OfAHierarchicalKey_AreItsLevelsAndNotThoseOfAPrefix()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        using var read = await container.ReadItemStreamAsync("missing", new PartitionKeyBuilder().Add("o\"1").Add(2).Build());
        using var none = await container.ReadItemStreamAsync("missing", new PartitionKeyBuilder().Add("o1").AddNoneType().Build());

        using var prefix = await emulator.SendAsync(
            "POST", Documents, Query, (CosmosHeaders.IsQuery, "True"), (CosmosHeaders.PartitionKey, """["o1"]"""));

        var state = (await emulator.StateAsync()).Container;
        Assert.Equal("/ownerId, /month", state.GetProperty("partitionKeyPath").GetString());
        Assert.Equal(HttpStatusCode.OK, prefix.StatusCode);
        var keys = state.GetProperty("topKeys").EnumerateArray().Select(key => key.GetProperty("key").GetString()!);
        Assert.Equal(["[\"o1\",{}]", "[\"o\\\"1\",2]"], keys.Order(StringComparer.Ordinal));
    }

    /// <summary>Creates the container, and sets the emulator's counters to zero.</summary>
    private static async Task<Container> FillAsync(EmulatorHost emulator)
    {
        var container = await emulator.CreateContainerAsync(new ContainerProperties("items", Paths), throughput: 50_000);
        await SampleItems.FillAsync(container);
        await emulator.Http.PostAsync("_emulator/reset", null, TestContext.Current.CancellationToken);
        return container;
    }

    /// <summary>Items of the owner are in both partitions afterwards.</summary>
    private static void SplitWithin(EmulatorHost emulator, string owner)
    {
        var keys = Enumerable.Range(1, 3)
            .Select(month => EffectivePartitionKey.From([CosmosValue.From(owner), CosmosValue.From(month)]))
            .Order();
        emulator.SplitFirstPartition(keys.ElementAt(1));
    }

    private static QueryRequestOptions With(PartitionKey key) => new() { PartitionKey = key };
}
