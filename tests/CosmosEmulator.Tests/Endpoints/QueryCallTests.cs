using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>The calls that the SDK makes for a query.</summary>
public sealed class QueryCallTests
{
    [Fact]
    public async Task Query_WithItsPartitionKey_IsOneCallAndNoPlan()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await FillAsync(emulator, "/ownerId");

        var query = SampleItems.StudyQuery("o3", 2025, 2);
        var options = new QueryRequestOptions { PartitionKey = new PartitionKey("o3") };
        var found = await SampleItems.ReadAllAsync<DeliveryItem>(container, query, options);

        var state = await emulator.StateAsync();
        Assert.Equal(3, found.Count);
        Assert.Equal(1, state.Calls("data"));
        Assert.Equal(0, state.Calls("plan"));
    }

    [Fact]
    public async Task Query_OfANonKeyProperty_IsOnePlanAndACallToEachPartition()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await FillAsync(emulator, "/id");

        var query = new QueryDefinition("SELECT * FROM c WHERE c.ownerId = 'o3'");
        // The SDK asks for a plan again when it takes longer than a second, as the first one may.
        _ = await SampleItems.ReadAllAsync<DeliveryItem>(container, query, null);
        var before = await emulator.StateAsync();
        _ = await SampleItems.ReadAllAsync<DeliveryItem>(container, query, null);

        var state = await emulator.StateAsync();
        Assert.Equal(9, state.Calls("data") - before.Calls("data"));
        Assert.Equal(1, state.Calls("plan") - before.Calls("plan"));
    }

    [Fact]
    public async Task Query_OfTheKeyInItsFilter_AsksOnlyTheOwningPartition()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await FillAsync(emulator, "/ownerId");

        var query = new QueryDefinition("SELECT * FROM c WHERE c.ownerId = 'o3'");
        var found = await SampleItems.ReadAllAsync<DeliveryItem>(container, query, null);

        var state = await emulator.StateAsync();
        Assert.Equal(9, found.Count);
        Assert.Equal(1, state.Calls("data"));
    }

    /// <summary>Creates the container, and sets the emulator's counters to zero.</summary>
    private static async Task<Container> FillAsync(EmulatorHost emulator, string partitionKeyPath)
    {
        var container = await emulator.CreateContainerAsync(partitionKeyPath, throughput: 10_000);
        await SampleItems.FillAsync(container);
        await emulator.Http.PostAsync("_emulator/reset", null, TestContext.Current.CancellationToken);
        return container;
    }
}
