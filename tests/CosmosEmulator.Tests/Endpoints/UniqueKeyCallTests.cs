using System.Net;
using System.Text;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Unique keys after what only the emulator does.</summary>
public sealed class UniqueKeyCallTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Item_InAPartitionThatReplacesAnother_StillHasItsValuesAlone()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateAsync(emulator);
        var owners = Enumerable.Range(0, 10).Select(number => $"o{number}").ToList();
        foreach (var owner in owners)
        {
            await container.CreateItemAsync(new DeliveryItem("d1", owner, Note: "a"), new PartitionKey(owner));
        }

        emulator.SplitFirstPartition();

        foreach (var owner in owners)
        {
            var error = await Assert.ThrowsAsync<CosmosException>(
                () => container.CreateItemAsync(new DeliveryItem("d2", owner, Note: "a"), new PartitionKey(owner)));
            Assert.Equal(HttpStatusCode.Conflict, error.StatusCode);
            await container.DeleteItemAsync<DeliveryItem>("d1", new PartitionKey(owner));
            await container.CreateItemAsync(new DeliveryItem("d2", owner, Note: "a"), new PartitionKey(owner));
        }
    }

    /// <summary>Most slots are empty after the deletions, so that the store packs them.</summary>
    [Fact]
    public async Task Values_AfterManyChanges_AreThoseOfTheItemsThatAreLeft()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateAsync(emulator);
        var key = new PartitionKey("o7");
        for (var number = 0; number < 1_200; number++)
        {
            await container.CreateItemAsync(new DeliveryItem($"d{number}", "o7", Note: $"n{number}"), key);
        }

        for (var number = 0; number < 1_150; number++)
        {
            await container.DeleteItemAsync<DeliveryItem>($"d{number}", key);
        }

        using var free = await container.CreateItemStreamAsync(Body("new", "n0"), key);
        using var taken = await container.CreateItemStreamAsync(Body("other", "n1175"), key);
        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.Conflict), (free.StatusCode, taken.StatusCode));
        Assert.Equal(51 * 16, (await emulator.StateAsync()).Container.GetProperty("indexBytes").GetInt64());
    }

    /// <summary>In a container without unique keys a commit removes only some of the items that have expired.</summary>
    [Fact]
    public async Task Values_OfExpiredItems_AreFree()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateAsync(emulator, timeToLive: 10);
        var key = new PartitionKey("o7");
        for (var number = 0; number < 200; number++)
        {
            await container.CreateItemAsync(new DeliveryItem($"d{number}", "o7", Note: $"n{number}"), key);
        }

        emulator.Time.Advance(TimeSpan.FromSeconds(10));

        using var created = await container.CreateItemStreamAsync(Body("new", "n199"), key);
        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        Assert.Equal(16, (await emulator.StateAsync()).Container.GetProperty("indexBytes").GetInt64());
    }

    [Fact]
    public async Task Import_OfAnItemWithTheValuesOfAnother_EndsThere()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await CreateAsync(emulator);
        using var lines = new StringContent("""
            {"id":"d1","ownerId":"o7","note":"a"}
            {"id":"d2","ownerId":"o7","note":"a"}
            {"id":"d3","ownerId":"o7","note":"b"}
            """);

        using var response = await emulator.Http.PostAsync("_emulator/databases/db/containers/items/import", lines, Cancellation);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("d2", await response.Content.ReadAsStringAsync(Cancellation));
        using var before = await container.ReadItemStreamAsync("d1", new PartitionKey("o7"));
        using var after = await container.ReadItemStreamAsync("d3", new PartitionKey("o7"));
        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.NotFound), (before.StatusCode, after.StatusCode));
    }

    [Theory]
    [InlineData("""[{"paths":[]}]""", "has no paths")]
    [InlineData("""[{}]""", "has no paths")]
    [InlineData("""[{"paths":["name"]}]""", "unique key path")]
    [InlineData("""[{"paths":["/a","/tags/[]"]}]""", "/tags/[]")]
    [InlineData("""[{"paths":["/_ts"]}]""", "system property")]
    [InlineData("""[{"paths":["/1","/2","/3","/4","/5","/6","/7","/8"]},{"paths":["/1","/2","/3","/4","/5","/6","/7","/8","/9"]}]""", "16 paths")]
    public async Task Policy_ThatTheServiceWouldNotTake_IsRefused(string keys, string expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.Client.CreateDatabaseAsync("db");

        using var response = await emulator.SendAsync(
            "POST", "/dbs/db/colls", """{"id":"c","partitionKey":{"paths":["/k"]},"uniqueKeyPolicy":{"uniqueKeys":""" + keys + "}}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(expected, await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Fact]
    public async Task Policy_OfElevenKeys_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var properties = new ContainerProperties("items", "/ownerId");
        for (var number = 0; number < 11; number++)
        {
            properties.UniqueKeyPolicy.UniqueKeys.Add(new UniqueKey { Paths = { $"/p{number}" } });
        }

        var error = await Assert.ThrowsAsync<CosmosException>(() => emulator.CreateContainerAsync(properties, 400));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("at most 10", error.ResponseBody);
    }

    private static Task<Container> CreateAsync(EmulatorHost emulator, int? timeToLive = null)
    {
        var properties = new ContainerProperties("items", "/ownerId") { DefaultTimeToLive = timeToLive };
        properties.UniqueKeyPolicy.UniqueKeys.Add(new UniqueKey { Paths = { "/note" } });
        return emulator.CreateContainerAsync(properties, throughput: 100_000);
    }

    private static MemoryStream Body(string id, string note) =>
        new(Encoding.UTF8.GetBytes($$"""{"id":"{{id}}","ownerId":"o7","note":"{{note}}"}"""));
}
