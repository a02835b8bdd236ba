using System.Collections.ObjectModel;
using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Microsoft.Azure.Cosmos.Scripts;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>What the emulator lacks is refused with a Cosmos error that names it: never ignored, never a 500.</summary>
public sealed class UnsupportedTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task ChangeFeed_OfAllVersions_IsRefusedByName()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(
            "GET",
            "/dbs/db/colls/items/docs",
            "",
            (CosmosHeaders.ChangeFeed, "Full-Fidelity Feed"),
            (CosmosHeaders.PartitionKeyRangeId, "0"));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(
            "all versions and deletes", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task StoredProcedure_IsRefusedByName() => await AssertRefusedAsync(
        "sprocs",
        container => container.Scripts.CreateStoredProcedureAsync(new StoredProcedureProperties("p", "function () {}")));

    [Fact]
    public async Task Trigger_IsRefusedByName() => await AssertRefusedAsync(
        "trigger",
        container => container.CreateItemAsync(
            new DeliveryItem("d1", "o7"), Owner, new ItemRequestOptions { PreTriggers = ["t"] }));

    [Fact]
    public async Task ItemWithoutAnIndex_IsRefusedByName() => await AssertRefusedAsync(
        "indexing directive Exclude",
        container => container.CreateItemAsync(
            new DeliveryItem("d1", "o7"), Owner, new ItemRequestOptions { IndexingDirective = IndexingDirective.Exclude }));

    [Fact]
    public async Task ItemWithoutAnIndex_InABatch_IsRefusedByName()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var options = new TransactionalBatchItemRequestOptions { IndexingDirective = IndexingDirective.Exclude };

        using var response = await container.CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d1", "o7"), options)
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("indexing directive Exclude", response.ErrorMessage);
    }

    /// <summary>The client signs it as a request to the container.</summary>
    [Fact]
    public async Task DeletionOfAPartitionKey_IsRefusedByName()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        using var response = await container.DeleteAllItemsByPartitionKeyStreamAsync(Owner);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("operations/partitionkeydelete' is not supported", response.ErrorMessage);
    }

    [Fact]
    public async Task Query_ThatIsNone_TellsWhere()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c WHERE c.a = = 1").ReadNextAsync());

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("SC1001", error.ResponseBody);
    }

    [Fact]
    public async Task Query_NestedTooDeeply_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var query = $"SELECT * FROM c WHERE {new string('(', 20_000)}true{new string(')', 20_000)}";

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.GetItemQueryIterator<DeliveryItem>(query).ReadNextAsync());

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
    }

    [Fact]
    public async Task HierarchicalKey_OfMoreThanThreePaths_IsRefused() => await AssertDefinitionRefusedAsync(
        "at most 3", new ContainerProperties("c", new Collection<string> { "/a", "/b", "/c", "/d" }));

    [Fact]
    public async Task SpatialIndexWithoutTypes_IsRefused() => await AssertDefinitionRefusedAsync(
        "/place/*",
        new ContainerProperties("c", "/k") { IndexingPolicy = new IndexingPolicy { SpatialIndexes = { new SpatialPath { Path = "/place/*" } } } });

    [Theory]
    [InlineData(
        "encryption", """{"id":"c","partitionKey":{"paths":["/k"]},"clientEncryptionPolicy":{"includedPaths":[{"path":"/a"}]}}""")]
    [InlineData(
        "ttlPropertyPath", """{"id":"c","partitionKey":{"paths":["/k"]},"defaultTtl":60,"ttlPropertyPath":"/until"}""")]
    public async Task Definition_WithAPartThatIsAbsent_IsRefusedByName(string feature, string definition)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.Client.CreateDatabaseAsync("db");

        using var response = await emulator.SendAsync("POST", "/dbs/db/colls", definition);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(feature, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Offer_WithTheIdOfAnother_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var offers = JsonElement.Parse(await (await emulator.SendAsync("GET", "/offers", ""))
            .Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        var rid = offers.GetProperty("Offers")[0].GetProperty("id").GetString();

        using var response = await emulator.SendAsync(
            "PUT", $"/offers/{rid}", """{"id":"other","content":{"offerThroughput":800}}""");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(400, await container.ReadThroughputAsync());
    }

    [Fact]
    public async Task AutoscaleWithAnAutoUpgradePolicy_IsRefusedByName()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        using var response = await emulator.SendAsync(
            "POST", "/dbs", """{"id":"db"}""",
            (CosmosHeaders.OfferAutopilot,
                """{"maxThroughput":4000,"autoUpgradePolicy":{"throughputPolicy":{"incrementPercent":10}}}"""));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("autoUpgradePolicy", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    private static async Task AssertRefusedAsync(string feature, Func<Container, Task> call)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d0", "o7"), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(() => call(container));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains(feature, error.ResponseBody);
    }

    private static async Task AssertDefinitionRefusedAsync(string feature, ContainerProperties properties)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db");

        var error = await Assert.ThrowsAsync<CosmosException>(() => database.CreateContainerAsync(properties));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains(feature, error.ResponseBody);
    }
}
