using System.Net;
using DroneDelivery.Delivery.Tests.Running;

namespace DroneDelivery.Delivery.Tests.Deliveries;

[Collection(EmulatorTests.Name)]
public sealed class ThrottlingTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Utilization_BudgetSpent_IsRetriedAndInvisible()
    {
        // A database of its own: the budget must not slow other tests. Ten RU/s a partition are gone after some four calls.
        const string Database = "throttled";
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", Database, throughput: 10 * Emulator.Partitions);
        await emulator.CreateAsync(Emulator.Summaries, "/ownerId", Database);
        await using var app = new DeliveryApp(emulator)
        {
            Settings = { ["Delivery:Database"] = Database, ["Delivery:MaxConcurrency"] = "-1" },
        };
        await emulator.ImportAsync(Emulator.ByDeliveryId, SampleData.DeliveryDocuments.WriteNdjsonAsync, Database);
        await emulator.ImportAsync(Emulator.Summaries, SampleData.SummaryDocuments.WriteNdjsonAsync, Database);
        var client = await app.CreateReadyClientAsync();

        var responses = await Task.WhenAll(emulator.World.OwnerIds.Take(6).Select(owner =>
            client.GetAsync($"/deliveries/utilization?ownerId={owner}&year=2024&month=5", Cancelled)));

        Assert.All(responses, response => Assert.Equal(HttpStatusCode.OK, response.StatusCode));
        var state = await emulator.FindStateAsync(Emulator.ByDeliveryId, Database);
        // One more than six: the start asks for the deliveries that callers created.
        Assert.Equal(7 * Emulator.Partitions, state!.Count("data", 200));
        Assert.True(state.Count("data", 429) > 0, $"Calls: {string.Join(", ", state.Calls["data"])}");
    }
}
