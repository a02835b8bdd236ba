using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Delivery.Deliveries;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Deliveries;

[Collection(EmulatorTests.Name)]
public sealed class DeliveryListTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("deliveryId")]
    [InlineData("ownerId")]
    public async Task List_OwnersMonth_IsItsDeliveriesInOrder(string partitionKey)
    {
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:PartitionKey"] = partitionKey } };
        var client = await app.CreateReadyClientAsync();

        foreach (var owner in emulator.World.OwnerIds)
        {
            var list = await client.GetFromJsonAsync<DeliveryList>($"/deliveries?ownerId={owner}&year=2025&month=3", Cancelled);

            Assert.Equal(
                emulator.World.DeliveriesOf(owner, 2025, 3).Select(delivery => delivery.DeliveryId),
                list!.Deliveries.Select(delivery => delivery.DeliveryId));
        }
    }

    [Fact]
    public async Task List_OfSevenDeliveries_IsAboutSevenKilobytes()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();
        var (owner, month) = (
            from someone in emulator.World.OwnerIds
            from number in Enumerable.Range(1, 12)
            where emulator.World.DeliveriesOf(someone, 2025, number).Count == 7
            select (someone, number)).First();

        var body = await client.GetByteArrayAsync($"/deliveries?ownerId={owner}&year=2025&month={month}", Cancelled);

        Assert.InRange(body.Length, 6_300, 7_700);
    }

    [Fact]
    public async Task List_UnknownOwner_IsNotFound()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync("/deliveries?ownerId=nobody&year=2025&month=3", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
        Assert.Equal("There is no owner \"nobody\".", problem.Detail);
    }
}
