using System.Net;
using System.Net.Http.Json;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Faults;

/// <summary>Faults that are set, as a client of the SDK meets them.</summary>
public sealed class FaultTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Theory]
    [InlineData(408, HttpStatusCode.RequestTimeout, 0)]
    [InlineData(500, HttpStatusCode.InternalServerError, 1)]
    [InlineData(503, HttpStatusCode.ServiceUnavailable, 1)]
    public async Task Read_WhileAllCallsFail_IsThatStatusAndFree(int status, HttpStatusCode seen, int errors)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        await SetAsync(emulator, new { errorShare = 1, errorStatus = status });

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReadItemAsync<DeliveryItem>("d1", Owner));

        var state = await emulator.StateAsync();
        Assert.Equal((seen, 0, 0), (error.StatusCode, error.SubStatusCode, error.RequestCharge));
        Assert.Contains("a fault that the emulator's settings ask for", error.Message);
        Assert.Equal(1, state.Calls("data", $"{status}"));
        Assert.Equal(0, state.RequestUnits);
        Assert.Equal(errors, state.Partitions.Single().GetProperty("errors").GetInt64());
        Assert.Equal(errors, state.Partitions.Single().GetProperty("seconds")[0].GetProperty("errors").GetInt64());
    }

    [Fact]
    public async Task Write_ThatFails_LeavesNothingBehind()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        await SetAsync(emulator, new { errorShare = 1 });

        await Assert.ThrowsAsync<CosmosException>(() => container.CreateItemAsync(new DeliveryItem("d2", "o7"), Owner));

        Assert.Equal(1, (await emulator.StateAsync()).Container.GetProperty("documents").GetInt64());
    }

    [Fact]
    public async Task Query_WhileAllCallsFail_FailsAndItsPlanDoesNot()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 3);
        var container = await FillAsync(emulator);
        await SetAsync(emulator, new { errorShare = 1 });

        using var query = container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c WHERE c.month = 1");
        var error = await Assert.ThrowsAsync<CosmosException>(() => query.ReadNextAsync());

        var state = await emulator.StateAsync();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, error.StatusCode);
        // The SDK repeats a plan call that a busy machine does not answer within a second.
        Assert.NotEqual(0, state.Calls("plan", "200"));
        Assert.Equal(0, state.Calls("data", "200"));
    }

    [Fact]
    public async Task RetryWith_OnHalfOfTheCalls_IsHiddenByTheSdksRetries()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        await SetAsync(emulator, new { errorShare = 0.5, errorStatus = 449 });

        for (var i = 0; i < 5; i++)
        {
            await container.ReadItemAsync<DeliveryItem>("d1", Owner);
        }

        var state = await emulator.StateAsync();
        Assert.Equal(5, state.Calls("data", "200"));
        Assert.InRange(state.Calls("data", "449"), 1, 20);
    }

    [Fact]
    public async Task Errors_OfAShare_ComeToItAndAreTheSameForTheSameSeed()
    {
        var first = await FailuresAsync(seed: 1);
        var again = await FailuresAsync(seed: 1);
        var other = await FailuresAsync(seed: 2);

        Assert.InRange(first.Count(failed => failed), 20, 60);
        Assert.Equal(first, again);
        Assert.NotEqual(first, other);
    }

    [Fact]
    public async Task SlowPartition_OneOfFour_TakesItsFactorTimesTheLatency()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 4);
        var container = await FillAsync(emulator);
        await container.CreateItemAsync(new DeliveryItem("d1", null!), PartitionKey.Null);
        var slowPartitions = new Dictionary<string, double> { ["2"] = 8 };
        await PutAsync(emulator, new { latency = new { meanMs = 10 }, faults = new { slowPartitions } });

        // The key o7 is hashed to the third of four partitions, null to the last.
        var slow = container.ReadItemAsync<DeliveryItem>("d1", Owner);
        await emulator.WaitForATimerAsync();
        emulator.Time.Advance(TimeSpan.FromMilliseconds(79));
        var isSlow = !slow.IsCompleted;
        emulator.Time.Advance(TimeSpan.FromMilliseconds(1));
        var slowAnswer = await slow;
        var usual = container.ReadItemAsync<DeliveryItem>("d1", PartitionKey.Null);
        await emulator.WaitForATimerAsync();
        emulator.Time.Advance(TimeSpan.FromMilliseconds(10));

        Assert.True(isSlow);
        Assert.Equal("80", slowAnswer.Headers["x-ms-request-duration-ms"]);
        Assert.Equal("10", (await usual).Headers["x-ms-request-duration-ms"]);
    }

    [Fact]
    public async Task Throttling_WithOtherFaults_ComesFirst()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator);
        await container.CreateItemAsync(DeliveryItem.OfSize("large", "o7", 1_800_000), Owner);
        await SetAsync(emulator, new { errorShare = 1 });
        using var impatient = emulator.NewClient(
            DroneDelivery.CosmosEmulator.Hosting.EmulatorOptions.WellKnownKey,
            new CosmosClientOptions { MaxRetryAttemptsOnRateLimitedRequests = 0 });

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => impatient.GetContainer("db", "items").ReadItemAsync<DeliveryItem>("d1", Owner));

        Assert.Equal(HttpStatusCode.TooManyRequests, error.StatusCode);
    }

    private static async Task<bool[]> FailuresAsync(int seed)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await FillAsync(emulator, throughput: 10_000);
        await SetAsync(emulator, new { errorShare = 0.2, seed });
        var failures = new bool[200];
        for (var i = 0; i < failures.Length; i++)
        {
            using var response = await container.ReadItemStreamAsync("d1", Owner);
            failures[i] = response.StatusCode == HttpStatusCode.ServiceUnavailable;
        }

        return failures;
    }

    private static async Task<Container> FillAsync(EmulatorHost emulator, int throughput = 400)
    {
        var container = await emulator.CreateContainerAsync(throughput: throughput);
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        await emulator.Http.PostAsync("_emulator/reset", null, TestContext.Current.CancellationToken);
        return container;
    }

    private static Task SetAsync(EmulatorHost emulator, object faults) => PutAsync(emulator, new { faults });

    private static async Task PutAsync(EmulatorHost emulator, object settings)
    {
        using var response = await emulator.Http.PutAsJsonAsync("_emulator/settings", settings, TestContext.Current.CancellationToken);
        response.EnsureSuccessStatusCode();
    }
}
