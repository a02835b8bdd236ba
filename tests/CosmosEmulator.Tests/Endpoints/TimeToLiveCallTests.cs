using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>What only the emulator states of items that expire: counts, charges, and requests that the SDK does not send.</summary>
public sealed class TimeToLiveCallTests
{
    private const string Items = "/dbs/db/colls/items/docs";

    private static readonly PartitionKey Owner = new("o7");
    private static readonly (string Name, string Value) Key = (CosmosHeaders.PartitionKey, "[\"o7\"]");

    [Fact]
    public async Task Items_ThatHaveExpired_AreNotCountedAndCostNothing()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateContainerAsync(emulator, timeToLive: 10);
        foreach (var number in Enumerable.Range(0, 200))
        {
            await container.CreateItemAsync(new DeliveryItem($"d{number}", "o7"), Owner);
        }

        var before = await emulator.StateAsync();
        emulator.Time.Advance(TimeSpan.FromSeconds(10));
        var after = await emulator.StateAsync();
        var read = await container.ReadContainerAsync(new ContainerRequestOptions { PopulateQuotaInfo = true });
        for (var number = 0; number < 10; number++)
        {
            using var missing = await container.ReadItemStreamAsync("d0", Owner);
        }

        Assert.Equal((200, 0), (CountOf(before), CountOf(after)));
        Assert.Equal(0, after.Container.GetProperty("documentBytes").GetInt64());
        Assert.Equal("documentSize=0;documentsSize=0;documentsCount=0;collectionSize=0;", read.Headers["x-ms-resource-usage"]);
        Assert.Equal(before.RequestUnits + 10, (await emulator.StateAsync()).RequestUnits);
    }

    /// <summary>More expire than one request removes.</summary>
    [Theory]
    [InlineData("SELECT VALUE c.number FROM c")]
    [InlineData("SELECT VALUE c.number FROM c ORDER BY c.number")]
    [InlineData("SELECT VALUE c.number FROM c WHERE c.number >= 0")]
    public async Task Query_WhoseItemsExpireBetweenItsPages_HasTheOthersOnce(string query)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateContainerAsync(emulator, timeToLive: 10);
        foreach (var number in Enumerable.Range(0, 1_000))
        {
            var item = new { id = $"d{number}", ownerId = "o7", number, ttl = number % 4 == 0 ? -1 : 10 };
            await container.CreateItemAsync(item, Owner);
        }

        using var pages = container.GetItemQueryIterator<int>(
            query, requestOptions: new QueryRequestOptions { MaxItemCount = 40 });
        var numbers = (await pages.ReadNextAsync()).ToList();
        emulator.Time.Advance(TimeSpan.FromSeconds(10));
        numbers.AddRange(await pages.ReadAllAsync());

        var endless = Enumerable.Range(0, 250).Select(number => 4 * number);
        Assert.Equal(numbers.Distinct().Order(), numbers);
        Assert.Empty(endless.Except(numbers));
        Assert.InRange(numbers.Count, 250, 400);
    }

    [Fact]
    public async Task Items_OfPartitionsThatReplaceAnother_ExpireToo()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateContainerAsync(emulator, timeToLive: 10);
        foreach (var number in Enumerable.Range(0, 20))
        {
            await container.CreateItemAsync(new DeliveryItem("d1", $"o{number}"), new PartitionKey($"o{number}"));
        }

        emulator.Time.Advance(TimeSpan.FromSeconds(5));
        emulator.SplitFirstPartition();
        await container.CreateItemAsync(new DeliveryItem("new", "o7"), Owner);
        emulator.Time.Advance(TimeSpan.FromSeconds(5));
        var first = CountOf(await emulator.StateAsync());
        emulator.Time.Advance(TimeSpan.FromSeconds(5));

        Assert.Equal((1, 0), (first, CountOf(await emulator.StateAsync())));
    }

    /// <summary>A value that was stored when it had no meaning counts as absent.</summary>
    [Fact]
    public async Task Item_OfAContainerWithoutATimeToLive_MayHaveAnyValueOfTheProperty()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await CreateContainerAsync(emulator, timeToLive: null);

        using var created = await emulator.SendAsync("POST", Items, """{"id":"d1","ownerId":"o7","ttl":"soon"}""", Key);
        using var defined = await emulator.SendAsync(
            "PUT", "/dbs/db/colls/items", """{"id":"items","partitionKey":{"paths":["/ownerId"]},"defaultTtl":10}""");
        using var before = await emulator.SendAsync("GET", $"{Items}/d1", "", Key);
        emulator.Time.Advance(TimeSpan.FromSeconds(10));
        using var after = await emulator.SendAsync("GET", $"{Items}/d1", "", Key);

        Assert.Equal(
            [HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.NotFound],
            new[] { created, defined, before, after }.Select(response => response.StatusCode));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-2")]
    [InlineData("1.5")]
    [InlineData("2147483648")]
    [InlineData("true")]
    [InlineData("{}")]
    [InlineData("\"60\"")]
    public async Task Container_WithAnInvalidTimeToLive_IsRefused(string value)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.Client.CreateDatabaseAsync("db");

        using var response = await emulator.SendAsync(
            "POST", "/dbs/db/colls", $$"""{"id":"items","partitionKey":{"paths":["/ownerId"]},"defaultTtl":{{value}}}""");

        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("is invalid. Ensure to provide a nonzero positive integer", text);
    }

    private static async Task<Container> CreateContainerAsync(EmulatorHost emulator, int? timeToLive)
    {
        Database database = await emulator.Client.CreateDatabaseAsync("db");
        return await database.CreateContainerAsync(
            new ContainerProperties("items", "/ownerId") { DefaultTimeToLive = timeToLive }, throughput: 100_000);
    }

    private static long CountOf(StateDocument state) => state.Container.GetProperty("documents").GetInt64();
}
