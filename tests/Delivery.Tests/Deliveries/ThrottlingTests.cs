using System.Net;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Deliveries;

/// <summary>On an emulator of its own, whose clock stands still: no budget comes back while the queries are sent.</summary>
public sealed class ThrottlingTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Utilization_BudgetSpent_IsRetriedAndInvisible()
    {
        var clock = new ManualTimeProvider();
        await using var emulator = new Emulator { Time = clock };
        await emulator.InitializeAsync();
        // Ten RU/s a partition are gone after some four calls.
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", throughput: 10 * Emulator.Partitions);
        await emulator.ImportAsync(Emulator.ByDeliveryId, SampleData.DeliveryDocuments.WriteNdjsonAsync);
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:MaxConcurrency"] = "-1" } };
        var client = await app.CreateReadyClientAsync();

        var sent = Task.WhenAll(emulator.World.OwnerIds.Take(6).Select(owner =>
            client.GetAsync($"/deliveries/utilization?ownerId={owner}&year=2024&month=5", Cancelled)));
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (!sent.IsCompleted && await poll.WaitForNextTickAsync(Cancelled))
        {
            var isThrottled = (await emulator.GetStateAsync(Emulator.ByDeliveryId)).Count("data", 429) > 0;
            clock.Advance(isThrottled ? TimeSpan.FromSeconds(1) : TimeSpan.Zero);
        }

        var responses = await sent;
        Assert.All(responses, response => Assert.Equal(HttpStatusCode.OK, response.StatusCode));
        var state = await emulator.GetStateAsync(Emulator.ByDeliveryId);
        // One more than six: the start asks for the deliveries that callers created.
        Assert.Equal(7 * Emulator.Partitions, state.Count("data", 200));
        Assert.True(state.Count("data", 429) > 0, $"Calls: {string.Join(", ", state.Calls["data"])}");
    }
}
