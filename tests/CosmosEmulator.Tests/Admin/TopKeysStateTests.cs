using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Admin;

/// <summary>The top keys of the state, after calls of the SDK.</summary>
public sealed class TopKeysStateTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task TopKeys_OfItemCallsAndQueries_AreWhatTheClientWasCharged()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 4);
        var container = await emulator.CreateContainerAsync(throughput: 40_000);
        var charge = (await container.CreateItemAsync(new DeliveryItem("d1", "o7"))).RequestCharge;
        charge += (await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o7"))).RequestCharge;
        charge += (await QueryAsync(container, new PartitionKey("o7"))).RequestCharge;
        using var missing = await container.ReadItemStreamAsync("d2", new PartitionKey("o8"));

        var state = await emulator.StateAsync();

        // The key o7 is hashed to the third of four partitions.
        var keys = TopKeys(state);
        Assert.Equal(("o7", "2", Math.Round(charge, 3), 3, 0), keys[0]);
        Assert.Equal(("o8", 1, 1, 0), (keys[1].Key, keys[1].RequestUnits, keys[1].Calls, keys[1].Throttled));
        Assert.True(state.Container.GetProperty("topKeysAreExact").GetBoolean());
    }

    [Fact]
    public async Task TopKeys_OfAQueryOverAllPartitions_AreNone()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 4);
        var container = await emulator.CreateContainerAsync();

        await QueryAsync(container, partitionKey: null);

        Assert.Empty(TopKeys(await emulator.StateAsync()));
    }

    [Fact]
    public async Task TopKeys_OfThrottledCalls_CountThem()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 1_800_000), new PartitionKey("o7"));
        using var impatient = emulator.NewClient(
            DroneDelivery.CosmosEmulator.Hosting.EmulatorOptions.WellKnownKey,
            new CosmosClientOptions { MaxRetryAttemptsOnRateLimitedRequests = 0 });
        var same = impatient.GetContainer("db", "items");

        using var read = await same.ReadItemStreamAsync("d1", new PartitionKey("o8"));
        await Assert.ThrowsAsync<CosmosException>(() => QueryAsync(same, new PartitionKey("o8")));

        Assert.Contains(("o8", "0", 0, 2, 2), TopKeys(await emulator.StateAsync()));
    }

    [Fact]
    public async Task TopKeys_OfEveryKindOfKey_AreTheirJsonText()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        PartitionKey[] keys =
            [new("Zoë \"7\""), new(7.5), new(-0.0), new(1e21), new(true), new(false), PartitionKey.Null, PartitionKey.None];
        foreach (var key in keys)
        {
            using var response = await container.ReadItemStreamAsync("d1", key);
        }

        var shown = TopKeys(await emulator.StateAsync()).Select(key => key.Key);

        Assert.Equal(["-0", "1E+21", "7.5", "Zoë \"7\"", "false", "null", "true", "{}"], shown.Order(StringComparer.Ordinal));
    }

    /// <summary>JSON cannot write what it is read as.</summary>
    [Fact]
    public async Task TopKeys_OfANumberThatNoDoubleHolds_AreNone()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var read = await emulator.SendAsync(
            "GET", "/dbs/db/colls/items/docs/d1", "", (CosmosHeaders.PartitionKey, "[1e999]"));

        Assert.Equal(HttpStatusCode.BadRequest, read.StatusCode);
        Assert.Empty(TopKeys(await emulator.StateAsync()));
    }

    [Fact]
    public async Task TopKeys_OfManyKeys_AreTwentyAndGoneAfterAReset()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);
        for (var i = 0; i < 300; i++)
        {
            using var response = await container.ReadItemStreamAsync("d1", new PartitionKey($"o{i}"));
        }

        var before = await emulator.StateAsync();
        await emulator.Http.PostAsync("_emulator/reset", null, Cancellation);
        var after = await emulator.StateAsync();

        Assert.Equal(20, TopKeys(before).Count);
        Assert.False(before.Container.GetProperty("topKeysAreExact").GetBoolean());
        Assert.Empty(TopKeys(after));
        Assert.True(after.Container.GetProperty("topKeysAreExact").GetBoolean());
    }

    private static async Task<FeedResponse<DeliveryItem>> QueryAsync(Container container, PartitionKey? partitionKey)
    {
        using var query = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c WHERE c.month = 1", requestOptions: new QueryRequestOptions { PartitionKey = partitionKey });
        return await query.ReadNextAsync();
    }

    private static IReadOnlyList<(string Key, string PartitionId, double RequestUnits, long Calls, long Throttled)> TopKeys(
        StateDocument state) =>
    [
        .. state.Container.GetProperty("topKeys").EnumerateArray().Select(key => (
            key.GetProperty("key").GetString()!,
            key.GetProperty("partitionId").GetString()!,
            key.GetProperty("requestUnits").GetDouble(),
            key.GetProperty("calls").GetInt64(),
            key.GetProperty("throttled").GetInt64())),
    ];
}
