using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Newtonsoft.Json.Linq;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class EmptyFeedTests
{
    [Theory]
    [InlineData("sprocs")]
    [InlineData("triggers")]
    [InlineData("udfs")]
    [InlineData("users")]
    public async Task QueryAndList_OfWhatCannotBeCreated_AreEmpty(string feed)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        using var list = Open(container, feed, null);
        using var query = Open(container, feed, "SELECT * FROM c WHERE c.id = 'a'");
        using var count = Open(container, feed, "SELECT VALUE COUNT(1) FROM c");

        Assert.Empty(await list.ReadAllAsync());
        Assert.Empty(await query.ReadAllAsync());
        Assert.Equal("0", Assert.Single(await count.ReadAllAsync()).ToString());
    }

    [Fact]
    public async Task List_OfConflicts_IsEmpty()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        using var list = container.Conflicts.GetConflictQueryIterator<JToken>();

        Assert.Empty(await list.ReadAllAsync());
    }

    [Theory]
    [InlineData("/dbs/db/colls/items/sprocs", "StoredProcedures")]
    [InlineData("/dbs/db/colls/items/triggers", "Triggers")]
    [InlineData("/dbs/db/colls/items/udfs", "UserDefinedFunctions")]
    [InlineData("/dbs/db/colls/items/conflicts", "Conflicts")]
    [InlineData("/dbs/db/users", "Users")]
    [InlineData("/dbs/db/clientencryptionkeys", "ClientEncryptionKeys")]
    public async Task ListAndQuery_OnTheWire_NameTheirRows(string path, string name)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var list = await emulator.SendAsync("GET", path, "");
        using var query = await emulator.SendAsync(
            "POST", path, """{"query":"SELECT * FROM c"}""", (CosmosHeaders.IsQuery, "True"));

        foreach (var response in new[] { list, query })
        {
            var json = JObject.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
            Assert.Empty(json[name]!);
            Assert.Equal(0, (int)json["_count"]!);
        }
    }

    [Theory]
    [InlineData("/dbs/db/colls/missing/sprocs")]
    [InlineData("/dbs/missing/users")]
    public async Task List_OfAMissingOwner_IsNotFound(string path)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync("GET", path, "");

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.Equal("1003", response.Headers.GetValues(CosmosHeaders.SubStatus).Single());
    }

    [Theory]
    [InlineData("POST", "/dbs/db/colls/items/udfs")]
    [InlineData("POST", "/dbs/db/users")]
    [InlineData("GET", "/dbs/db/users/u")]
    [InlineData("GET", "/dbs/db/permissions")]
    public async Task Request_OtherThanForTheList_IsRefusedByName(string method, string path)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(method, path, method == "POST" ? """{"id":"u"}""" : "");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var error = JObject.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        Assert.StartsWith($"The resource '{path}' is not supported", (string?)error["message"]);
    }

    private static FeedIterator<JToken> Open(Container container, string feed, string? query) => feed switch
    {
        "sprocs" => container.Scripts.GetStoredProcedureQueryIterator<JToken>(query),
        "triggers" => container.Scripts.GetTriggerQueryIterator<JToken>(query),
        "udfs" => container.Scripts.GetUserDefinedFunctionQueryIterator<JToken>(query),
        _ => container.Database.GetUserQueryIterator<JToken>(query),
    };
}
