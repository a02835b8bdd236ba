using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

/// <summary>The budget of a database, which containers share. The clock stands still, so a spent second stays spent.</summary>
public sealed class SharedThroughputTests
{
    private static readonly PartitionKey Owner = new("o7");
    private static readonly DeliveryItem Item = new("d1", "o7");

    [Fact]
    public async Task Call_SharedBudgetSpentByAnotherContainer_Is429()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        using var impatient = NewImpatientClient(emulator);
        Database database = await emulator.Client.CreateDatabaseAsync("db", throughput: 400);
        await database.CreateContainerAsync("first", "/ownerId");
        await database.CreateContainerAsync("second", "/ownerId");
        await database.CreateContainerAsync("own", "/ownerId", throughput: 400);
        await SpendAsync(database.GetContainer("first"), 400);

        var sharing = impatient.GetContainer("db", "second");
        var error = await Assert.ThrowsAsync<CosmosException>(() => sharing.CreateItemAsync(Item, Owner));
        var dedicated = await impatient.GetContainer("db", "own").CreateItemAsync(Item, Owner);
        await database.ReplaceThroughputAsync(4_000);
        var shared = await sharing.CreateItemAsync(Item, Owner);

        Assert.Equal((HttpStatusCode.TooManyRequests, 3200), (error.StatusCode, error.SubStatusCode));
        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.Created), (dedicated.StatusCode, shared.StatusCode));
        var second = await ContainerAsync(emulator, "second");
        Assert.Equal(4_000, second.GetProperty("throughput").GetInt32());
        Assert.True(second.GetProperty("sharesThroughput").GetBoolean());
        Assert.Equal(shared.RequestCharge, second.GetProperty("requestUnits").GetDouble(), 3);
        Assert.Equal(1, second.GetProperty("partitions")[0].GetProperty("throttled").GetInt32());
    }

    /// <summary>The key null is hashed to the last of four partitions, o7 to the third.</summary>
    [Fact]
    public async Task Call_BudgetOfItsPhysicalPartitionSpent_Is429AndTheOthersAreNot()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 4);
        using var impatient = NewImpatientClient(emulator);
        Database database = await emulator.Client.CreateDatabaseAsync("db", throughput: 400);
        await database.CreateContainerAsync("first", "/ownerId");
        await database.CreateContainerAsync("second", "/ownerId");
        var second = impatient.GetContainer("db", "second");
        await SpendAsync(database.GetContainer("first"), 100);

        var error = await Assert.ThrowsAsync<CosmosException>(() => second.CreateItemAsync(Item, Owner));
        var other = await second.CreateItemAsync(new DeliveryItem("d1", null!), PartitionKey.Null);

        Assert.Equal(HttpStatusCode.TooManyRequests, error.StatusCode);
        Assert.Equal(HttpStatusCode.Created, other.StatusCode);
    }

    [Fact]
    public async Task Container_SplitUnderSharedThroughput_SpendsTheSameBudget()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        using var impatient = NewImpatientClient(emulator);
        Database database = await emulator.Client.CreateDatabaseAsync("db", throughput: 400);
        Container container = await database.CreateContainerAsync("items", "/ownerId");

        emulator.SplitFirstPartition();
        await SpendAsync(container, 400);

        var other = impatient.GetContainer("db", "items");
        await Assert.ThrowsAsync<CosmosException>(() => other.CreateItemAsync(new DeliveryItem("d2", null!), PartitionKey.Null));
        var partitions = (await ContainerAsync(emulator, "items")).GetProperty("partitions").EnumerateArray();
        Assert.Equal([400.0, 400.0], partitions.Select(partition => partition.GetProperty("budgetPerSecond").GetDouble()));
    }

    [Fact]
    public async Task Database_With25ContainersThatShare_RefusesAnotherButNotOneWithThroughput()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db", throughput: 400);
        for (var number = 0; number < 25; number++)
        {
            await database.CreateContainerAsync($"c{number}", "/ownerId");
        }

        var error = await Assert.ThrowsAsync<CosmosException>(() => database.CreateContainerAsync("more", "/ownerId"));
        var dedicated = await database.CreateContainerAsync("more", "/ownerId", throughput: 400);

        Assert.Equal((HttpStatusCode.BadRequest, 1019), (error.StatusCode, error.SubStatusCode));
        Assert.Contains("25", error.ResponseBody);
        Assert.Equal(HttpStatusCode.Created, dedicated.StatusCode);
    }

    [Fact]
    public async Task Container_PutWithoutThroughput_SharesThatOfItsDatabase()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db", throughput: 600);

        using var put = await emulator.Http.PutAsJsonAsync(
            "_emulator/databases/db/containers/items",
            new { partitionKeyPath = "/ownerId", partitions = 3 },
            TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Created, put.StatusCode);
        Assert.Null(await database.GetContainer("items").ReadThroughputAsync());
        var partitions = (await ContainerAsync(emulator, "items")).GetProperty("partitions").EnumerateArray();
        Assert.Equal([600.0, 600.0, 600.0], partitions.Select(partition => partition.GetProperty("budgetPerSecond").GetDouble()));
    }

    [Theory]
    [InlineData(400, false, 1)]
    [InlineData(11_900, false, 1)]
    [InlineData(12_000, false, 2)]
    [InlineData(54_000, false, 9)]
    [InlineData(1_000, true, 1)]
    [InlineData(19_000, true, 1)]
    [InlineData(20_000, true, 2)]
    public async Task Container_WithoutAPartitionCount_HasThatOfItsThroughput(int throughput, bool isAutoscale, int expected)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = null);
        Database database = await emulator.Client.CreateDatabaseAsync("db");

        await database.CreateContainerAsync(new ContainerProperties("items", "/ownerId"), Provision(throughput, isAutoscale));

        Assert.Equal(expected, (await emulator.StateAsync()).Partitions.Count());
    }

    [Theory]
    [InlineData(19_900, false, 1)]
    [InlineData(30_000, false, 3)]
    [InlineData(30_000, true, 3)]
    public async Task Database_WithoutAPartitionCount_HasThatOfItsThroughput(int throughput, bool isAutoscale, int expected)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = null);
        Database database = await emulator.Client.CreateDatabaseAsync("db", Provision(throughput, isAutoscale));

        await database.CreateContainerAsync("items", "/ownerId");

        var partitions = (await emulator.StateAsync()).Partitions.ToList();
        Assert.Equal(expected, partitions.Count);
        Assert.All(
            partitions,
            partition => Assert.Equal((double)throughput / expected, partition.GetProperty("budgetPerSecond").GetDouble(), 2));
    }

    private static ThroughputProperties Provision(int throughput, bool isAutoscale) => isAutoscale
        ? ThroughputProperties.CreateAutoscaleThroughput(throughput)
        : ThroughputProperties.CreateManualThroughput(throughput);

    // A client that does not retry, so that a test sees each 429.
    private static CosmosClient NewImpatientClient(EmulatorHost emulator) => emulator.NewClient(
        EmulatorOptions.WellKnownKey, new CosmosClientOptions { MaxRetryAttemptsOnRateLimitedRequests = 0 });

    private static async Task SpendAsync(Container container, double requestUnits)
    {
        for (var spent = 0.0; spent < requestUnits;)
        {
            spent += (await container.UpsertItemAsync(DeliveryItem.OfSize("big", "o7", 60_000), Owner)).RequestCharge;
        }
    }

    private static async Task<JsonElement> ContainerAsync(EmulatorHost emulator, string id)
    {
        var state = await emulator.Http.GetStringAsync("_emulator/state", TestContext.Current.CancellationToken);
        return JsonElement.Parse(state).GetProperty("containers").EnumerateArray()
            .Single(container => container.GetProperty("id").GetString() == id);
    }
}
