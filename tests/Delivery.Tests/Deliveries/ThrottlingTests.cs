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

        // Two months one after the other: calls that begin together can all be let through before one of them is charged.
        var sent = Task.WhenAll(emulator.World.OwnerIds.Take(6).Select(async owner =>
            new[] { await GetUtilizationAsync(client, owner, month: 5), await GetUtilizationAsync(client, owner, month: 6) }));
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (!sent.IsCompleted && await poll.WaitForNextTickAsync(Cancelled))
        {
            var isThrottled = (await emulator.GetStateAsync(Emulator.ByDeliveryId)).Count("data", 429) > 0;
            clock.Advance(isThrottled ? TimeSpan.FromSeconds(1) : TimeSpan.Zero);
        }

        var responses = await sent;
        Assert.All(responses.SelectMany(each => each), response => Assert.Equal(HttpStatusCode.OK, response.StatusCode));
        var state = await emulator.GetStateAsync(Emulator.ByDeliveryId);
        // One more than twelve: the start asks for the deliveries that callers created.
        Assert.Equal(13 * Emulator.Partitions, state.Count("data", 200));
        Assert.True(state.Count("data", 429) > 0, $"Calls: {string.Join(", ", state.Calls["data"])}");
    }

    private static Task<HttpResponseMessage> GetUtilizationAsync(HttpClient client, string owner, int month) =>
        client.GetAsync($"/deliveries/utilization?ownerId={owner}&year=2024&month={month}", Cancelled);
}
