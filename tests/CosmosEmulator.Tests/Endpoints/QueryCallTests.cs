using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Values;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>The calls that the SDK makes for a query.</summary>
public sealed class QueryCallTests
{
    private const string Documents = "/dbs/db/colls/items/docs";

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

    /// <summary>The SDKs for JavaScript and Python send the query first, and merge the partitions when they get a plan.</summary>
    [Theory]
    [InlineData("SELECT * FROM c ORDER BY c.month", "/ownerId", null)]
    [InlineData("SELECT VALUE COUNT(1) FROM c WHERE c.year = 2025", "/ownerId", null)]
    [InlineData("SELECT DISTINCT c.year FROM c", "/ownerId,/id", """["o3"]""")]
    public async Task Query_OfAllPartitionsThatTheClientHasToMerge_IsRefusedWithItsPlan(string query, string paths, string? key)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = key is null ? 9 : 1);
        await emulator.CreateContainerAsync(new ContainerProperties("items", [.. paths.Split(',')]), throughput: 10_000);
        var body = JsonSerializer.Serialize(new { query });
        var headers = new List<(string, string)> { (CosmosHeaders.EnableCrossPartition, "True") };
        headers.AddRange(key is null ? [] : [(CosmosHeaders.PartitionKey, key)]);
        if (key is not null)
        {
            // Between keys that begin with the value.
            emulator.SplitFirstPartition(EffectivePartitionKey.From([CosmosValue.From("o3"), CosmosValue.From("d9")]));
        }

        using var plan = await emulator.SendAsync(
            "POST", Documents, body, [(CosmosHeaders.IsQueryPlan, "True"), .. headers]);
        using var refusal = await emulator.SendAsync(
            "POST", Documents, body, [(CosmosHeaders.IsQuery, "True"), (CosmosHeaders.Continuation, "of the client"), .. headers]);

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.BadRequest), (plan.StatusCode, refusal.StatusCode));
        Assert.Equal("1004", refusal.Headers.GetValues(CosmosHeaders.SubStatus).Single());
        Assert.Equal(
            await plan.Content.ReadAsStringAsync(TestContext.Current.CancellationToken),
            JsonElement.Parse(await refusal.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
                .GetProperty("additionalErrorInfo").GetString());
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
