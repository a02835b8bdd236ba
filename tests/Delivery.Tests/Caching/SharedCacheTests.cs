using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Delivery.Deliveries;
using DroneDelivery.Delivery.Tests.Creates;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.ServiceDefaults.Redis;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Delivery.Tests.Caching;

/// <summary>Several processes of the service with <c>--cache redis</c>.</summary>
[Collection(EmulatorTests.Name)]
public sealed class SharedCacheTests(Emulator emulator)
{
    private const string List = $"/deliveries?{CreatesApp.Month}";
    private const string Report = "/deliveries/report?year=2025&month=3";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory(Timeout = 300_000)]
    [InlineData(List)]
    [InlineData(Report)]
    public async Task Answer_ReadByAnotherProcess_IsTheSameWithoutTheDatabase(string address)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var one = With(new DeliveryApp(emulator), redis.Address);
        await using var other = With(new DeliveryApp(emulator), redis.Address);
        var (first, second) = (await one.CreateReadyClientAsync(), await other.CreateReadyClientAsync());
        var read = await first.GetStringAsync(address, Cancelled);
        // Redis executes the commands of a process in order: it has the answer when it has responded to the next request.
        await first.GetStringAsync(address, Cancelled);
        await emulator.ResetCountersAsync();

        var shared = await second.GetStringAsync(address, Cancelled);

        Assert.Equal(read, shared);
        Assert.Equal(0, (await emulator.GetStateAsync(Emulator.ByDeliveryId)).Count("data"));
    }

    [Fact]
    public async Task Redis_NotReachable_RequestsAreServedAsWithoutACache()
    {
        await using var app = With(new DeliveryApp(emulator), "127.0.0.1:1");
        var client = await app.CreateReadyClientAsync();
        var first = await client.GetStringAsync(List, Cancelled);
        await emulator.ResetCountersAsync();

        var second = await client.GetStringAsync(List, Cancelled);

        Assert.Equal(first, second);
        Assert.NotEqual(0, (await emulator.GetStateAsync(Emulator.ByDeliveryId)).Count("data"));
        Assert.Single(app.Warnings.Lines, line => line.StartsWith("Redis at 127.0.0.1:1 was lost", StringComparison.Ordinal));
    }

    // Each list that is read after a create has the delivery, from whichever process, before, while and after Redis is killed. While
    // one process has connected again and the other has not, this is so at the process of the create.
    [Fact(Timeout = 300_000)]
    public async Task Redis_KilledWhileRequestsRun_EachAnswerHasTheLatestCreate()
    {
        await using var redis = await RedisServer.StartAsync();
        var creates = await CreatesApp.NewAsync(emulator);
        await using var one = With(creates.Start(), redis.Address);
        await using var other = With(creates.Start(), redis.Address);
        HttpClient[] clients = [await one.CreateReadyClientAsync(), await other.CreateReadyClientAsync()];
        var created = 0;
        await CreateAndReadAsync(10);
        Assert.False(IsLost(one) || IsLost(other));

        var kill = redis.KillAsync();
        while (!kill.IsCompleted || !IsLost(one) || !IsLost(other))
        {
            await CreateAndReadAsync(1);
        }

        await CreateAndReadAsync(10);
        await redis.RunAsync();
        while (IsLost(one) || IsLost(other))
        {
            // StackExchange.Redis connects again on its own schedule.
            await CreateAndReadAsync(1, isBackAtAll: false);
        }

        await CreateAndReadAsync(10);
        foreach (var app in new[] { one, other })
        {
            Assert.Single(app.Warnings.Lines, line => line.StartsWith("Redis at", StringComparison.Ordinal));
        }

        async Task CreateAndReadAsync(int times, bool isBackAtAll = true)
        {
            for (var i = 0; i < times; i++)
            {
                var writer = clients[created % 2];
                using var response = await CreatesApp.SendAsync(writer, $"key-{++created}", NewDelivery.Create());
                Assert.Equal(HttpStatusCode.Created, response.StatusCode);
                // Twice, since the second list may come from the cache.
                foreach (var client in clients.Concat(clients))
                {
                    var list = await client.GetFromJsonAsync<DeliveryList>(List, Cancelled);
                    Assert.InRange(list!.Deliveries.Count, isBackAtAll || client == writer ? created : 0, created);
                }
            }
        }
    }

    private static bool IsLost(DeliveryApp app) => app.Services.GetRequiredService<RedisConnection>().IsLost;

    // With the longest timeout, since a busy machine may need longer than a service waits.
    private static DeliveryApp With(DeliveryApp app, string redis)
    {
        app.Settings["Cache:Mode"] = "redis";
        app.Settings["Redis:Address"] = redis;
        app.Settings["Redis:AnswerTimeout"] = "00:00:10";
        return app;
    }
}
