using System.Net;
using DroneDelivery.CosmosEmulator.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>The emulator on a real port, with the clock of the machine.</summary>
public sealed class SocketTests
{
    [Fact]
    public async Task Emulator_OnAFreePort_ServesTheSdk()
    {
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Port = 0, Partitions = 9 });
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = NewClient(app);
        Database database = await client.CreateDatabaseAsync("db");
        Container container = await database.CreateContainerAsync("items", "/ownerId", throughput: 10_000);

        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Month: 3));
        using var iterator = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c WHERE c.month = 3", requestOptions: new QueryRequestOptions { MaxConcurrency = -1 });

        Assert.Equal("d1", Assert.Single(await iterator.ReadAllAsync()).Id);
    }

    /// <summary>The token of a page has the sort key of its last row, and is sent in a header.</summary>
    [Fact]
    public async Task Query_InTheOrderOfLongTexts_HasAllItsPages()
    {
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Port = 0, Partitions = 1 });
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = NewClient(app);
        Database database = await client.CreateDatabaseAsync("db");
        Container container = await database.CreateContainerAsync("items", "/ownerId", throughput: 10_000);
        await container.CreateItemAsync(DeliveryItem.OfSize("d2", "o7", 40_002));
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 40_001));

        using var pages = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c ORDER BY c.note", requestOptions: new QueryRequestOptions { MaxItemCount = 1 });

        Assert.Equal(["d1", "d2"], (await pages.ReadAllAsync()).Select(item => item.Id));
    }

    [Fact]
    public async Task Emulator_OnAPortInUse_SaysSoAndFails()
    {
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Port = 0 });
        await app.StartAsync(TestContext.Current.CancellationToken);
        var port = new Uri(app.Urls.First()).Port;

        var second = EmulatorApplication.Build(new EmulatorOptions { Port = port });

        await using (second)
        {
            await Assert.ThrowsAsync<IOException>(() => second.StartAsync(TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public async Task Client_InDirectMode_IsToldToUseGatewayMode()
    {
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Port = 0 });
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = new CosmosClient(
            app.Urls.First(), EmulatorOptions.WellKnownKey, new CosmosClientOptions { ConnectionMode = ConnectionMode.Direct });
        Database database = await client.CreateDatabaseAsync("db");
        Container container = await database.CreateContainerAsync("items", "/ownerId");

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.CreateItemAsync(new DeliveryItem("d1", "o7")));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("Direct mode is not supported by this emulator: set ConnectionMode.Gateway", error.Message);
    }

    [Fact]
    public async Task Import_OverASocket_TakesLinesThatComeInPieces()
    {
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Port = 0 });
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var http = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        await http.PutAsync(
            "_emulator/databases/db/containers/items",
            new StringContent("""{"partitionKeyPath":"/ownerId","partitions":3}"""),
            TestContext.Current.CancellationToken);

        // Far more than one buffer, so that lines are cut anywhere.
        var note = new string('x', 3000);
        var lines = Enumerable.Range(0, 2000).Select(i => $$"""{"id":"d{{i}}","ownerId":"o{{i}}","note":"{{note}}"}""");
        var response = await http.PostAsync(
            "_emulator/databases/db/containers/items/import",
            new StringContent(string.Join('\n', lines)),
            TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("""{"documents":2000}""", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    internal static CosmosClient NewClient(WebApplication app) =>
        new(app.Urls.First(), EmulatorOptions.WellKnownKey, new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway });
}
