using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

/// <summary>The budget as a client of the SDK meets it. The clock stands still, so a spent second stays spent.</summary>
public sealed class ThrottlingTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Call_BudgetSpent_Is429WithATrueRetryAfter()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await SpendAsync(emulator, emulator.Client);
        emulator.Time.Advance(TimeSpan.FromMilliseconds(400));
        using var patient = NewImpatientClient(emulator);

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => patient.GetContainer("db", "items").ReadItemAsync<DeliveryItem>("d1", Owner));

        Assert.Equal((HttpStatusCode.TooManyRequests, 3200), (error.StatusCode, error.SubStatusCode));
        Assert.Equal(0, error.RequestCharge);
        Assert.Equal(TimeSpan.FromMilliseconds(600), error.RetryAfter);
        Assert.Equal("items", container.Id);
    }

    [Fact]
    public async Task Call_BudgetSpent_IsRetriedByTheSdkUntilTheSecondIsOver()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await SpendAsync(emulator, emulator.Client);
        // It still retries when this test gets to move the clock on.
        using var patient = NewClient(emulator, retries: 1_000);

        // Less than a second is left, so the retry after it finds the budget whole.
        emulator.Time.Advance(TimeSpan.FromMilliseconds(990));
        var read = patient.GetContainer("db", "items").ReadItemAsync<DeliveryItem>("d1", Owner);
        while ((await emulator.StateAsync()).Calls("data", "429") == 0)
        {
            await Task.Yield();
        }

        emulator.Time.Advance(TimeSpan.FromSeconds(1));
        var response = await read;

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task Throughput_Replaced_TakesEffectAtOnce()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await SpendAsync(emulator, emulator.Client);
        using var impatient = NewImpatientClient(emulator);
        var sameContainer = impatient.GetContainer("db", "items");
        await Assert.ThrowsAsync<CosmosException>(() => sameContainer.ReadItemAsync<DeliveryItem>("d1", Owner));

        await container.ReplaceThroughputAsync(4000);

        Assert.Equal(HttpStatusCode.OK, (await sameContainer.ReadItemAsync<DeliveryItem>("d1", Owner)).StatusCode);
        Assert.Equal(4000, await container.ReadThroughputAsync());
    }

    [Fact]
    public async Task Partitions_OfAContainer_HaveEqualSharesAndSpendThemApart()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 4);
        var container = await SpendAsync(emulator, emulator.Client, perPartition: 100);
        using var impatient = NewImpatientClient(emulator);

        // The key null is hashed to the last of four partitions, o7 to the third.
        var other = await impatient.GetContainer("db", "items").CreateItemAsync(new DeliveryItem("d1", null!), PartitionKey.Null);

        var state = await emulator.StateAsync();
        Assert.Equal(HttpStatusCode.Created, other.StatusCode);
        Assert.All(state.Partitions, partition => Assert.Equal(100, partition.GetProperty("budgetPerSecond").GetDouble()));
        Assert.Equal(2, state.Partitions.Count(partition => partition.GetProperty("requestUnits").GetDouble() > 0));
        Assert.Equal("items", container.Id);
    }

    [Fact]
    public async Task Charges_OfManyCalls_AddUpToWhatThePartitionSpent()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);
        var charges = new List<double>();
        for (var i = 0; i < 20; i++)
        {
            var item = DeliveryItem.OfSize($"d{i}", "o7", i * 711);
            charges.Add((await container.CreateItemAsync(item, Owner)).RequestCharge);
            charges.Add((await container.ReadItemAsync<DeliveryItem>(item.Id, Owner)).RequestCharge);
        }

        Assert.Equal(charges.Sum(), (await emulator.StateAsync()).RequestUnits, 2);
    }

    // A client that does not retry, so that a test sees each 429.
    private static CosmosClient NewImpatientClient(EmulatorHost emulator) => NewClient(emulator, retries: 0);

    private static CosmosClient NewClient(EmulatorHost emulator, int retries) => emulator.NewClient(
        DroneDelivery.CosmosEmulator.Hosting.EmulatorOptions.WellKnownKey,
        new CosmosClientOptions { MaxRetryAttemptsOnRateLimitedRequests = retries });

    private static async Task<Container> SpendAsync(EmulatorHost emulator, CosmosClient client, int perPartition = 400)
    {
        await emulator.CreateContainerAsync();
        var container = client.GetContainer("db", "items");
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 1000), Owner);
        var state = await emulator.StateAsync();
        while (state.RequestUnits < perPartition)
        {
            await container.UpsertItemAsync(DeliveryItem.OfSize("d1", "o7", 60_000), Owner);
            state = await emulator.StateAsync();
        }

        return container;
    }
}
