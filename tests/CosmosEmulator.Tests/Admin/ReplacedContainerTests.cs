using System.Net;
using System.Net.Http.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Admin;

/// <summary>A client that knew a container goes on when another of the same name has taken its place.</summary>
public sealed class ReplacedContainerTests
{
    [Theory]
    [InlineData(9, 9)]
    [InlineData(9, 3)]
    [InlineData(3, 9)]
    public async Task Client_OfAReplacedContainer_QueriesTheNewOne(int before, int after)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = emulator.Client.GetContainer("db", "items");
        await PutAsync(emulator, before);
        await container.CreateItemAsync(new DeliveryItem("old", "o7"), new PartitionKey("o7"));
        Assert.Equal(["old"], await QueryAsync(container));

        await PutAsync(emulator, after);
        await container.CreateItemAsync(new DeliveryItem("new", "o7"), new PartitionKey("o7"));

        Assert.Equal(["new"], await QueryUntilServedAsync(container));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Client_OfADeletedAndCreatedContainer_QueriesTheNewOne(bool deleteDatabase)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        using var other = emulator.NewClient(EmulatorOptions.WellKnownKey, new CosmosClientOptions());
        var container = emulator.Client.GetContainer("db", "items");
        await PutAsync(emulator, 3);
        await container.CreateItemAsync(new DeliveryItem("old", "o7"), new PartitionKey("o7"));
        Assert.Equal(["old"], await QueryAsync(container));

        _ = deleteDatabase
            ? (object)await other.GetDatabase("db").DeleteAsync()
            : await other.GetContainer("db", "items").DeleteContainerAsync();
        Database database = await other.CreateDatabaseIfNotExistsAsync("db");
        Container created = await database.CreateContainerAsync("items", "/ownerId");
        await created.CreateItemAsync(new DeliveryItem("new", "o7"), new PartitionKey("o7"));

        Assert.Equal(["new"], await QueryUntilServedAsync(container));
        var ids = (await emulator.StateAsync()).Partitions.Select(partition => partition.GetProperty("id").GetString());
        Assert.Equal(["3", "4", "5", "6", "7", "8", "9", "10", "11"], ids);
    }

    /// <summary>The first makes a client read the container again, the second only its ranges.</summary>
    [Theory]
    [InlineData("0", 1000)]
    [InlineData("17", 1002)]
    public async Task Query_OfARangeThatIsGone_SaysWhatToReadAgain(string range, int subStatus)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutAsync(emulator, 3);
        await PutAsync(emulator, 9);

        using var response = await emulator.SendAsync(
            "POST",
            "/dbs/db/colls/items/docs",
            """{"query":"SELECT * FROM c"}""",
            (CosmosHeaders.IsQuery, "True"),
            (CosmosHeaders.PartitionKeyRangeId, range));

        Assert.Equal(HttpStatusCode.Gone, response.StatusCode);
        Assert.Equal($"{subStatus}", Assert.Single(response.Headers.GetValues(CosmosHeaders.SubStatus)));
    }

    // Where the number of partitions changed, the SDK may give up once before it learns of it. It must not find nothing.
    private static async Task<List<string>> QueryUntilServedAsync(Container container)
    {
        try
        {
            return await QueryAsync(container);
        }
        catch (CosmosException error) when (error.StatusCode is HttpStatusCode.Gone or HttpStatusCode.NotFound)
        {
            return await QueryAsync(container);
        }
    }

    private static async Task<List<string>> QueryAsync(Container container)
    {
        using var iterator = container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c WHERE c.month = 1");
        return [.. (await iterator.ReadAllAsync()).Select(item => item.Id)];
    }

    private static Task PutAsync(EmulatorHost emulator, int partitions) => emulator.Http.PutAsJsonAsync(
        "_emulator/databases/db/containers/items",
        new { partitionKeyPath = "/ownerId", partitions, throughput = 4000 },
        TestContext.Current.CancellationToken);
}
