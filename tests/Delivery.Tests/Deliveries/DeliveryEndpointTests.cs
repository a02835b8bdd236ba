using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Deliveries;

[Collection(EmulatorTests.Name)]
public sealed class DeliveryEndpointTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("deliveryId", Emulator.ByDeliveryId, false, 1)]
    [InlineData("deliveryId", Emulator.ByDeliveryId, true, 1)]
    [InlineData("ownerId", Emulator.ByOwnerId, true, 1)]
    [InlineData("ownerId", Emulator.ByOwnerId, false, Emulator.Partitions)]
    public async Task Delivery_ById_TakesOneCallWhereThePartitionIsKnown(
        string partitionKey, string container, bool nameOwner, int calls)
    {
        var expected = emulator.World.DeliveriesOf("owner-0017", 2024, 9)[1];
        await using var app = new DeliveryApp(emulator)
        {
            Settings = { ["Delivery:PartitionKey"] = partitionKey, ["Delivery:MaxConcurrency"] = "-1" },
        };
        var client = await app.CreateReadyClientAsync();
        await emulator.ResetCountersAsync();

        var delivery = await client.GetFromJsonAsync<SampleData.Delivery>(
            $"/deliveries/{expected.DeliveryId}{(nameOwner ? $"?ownerId={expected.OwnerId}" : "")}", Cancelled);

        Assert.Equal(Json(expected), Json(delivery));
        Assert.Equal(calls, (await emulator.GetStateAsync(container)).Count("data"));
    }

    [Theory]
    [InlineData("deliveryId", "/deliveries/d-9999999")]
    [InlineData("deliveryId", "/deliveries/d-0000001?ownerId=owner-0002")]
    [InlineData("ownerId", "/deliveries/d-9999999")]
    [InlineData("ownerId", "/deliveries/d-0000001?ownerId=owner-0002")]
    public async Task Delivery_NoneOrOfAnotherOwner_Is404ThatNamesIt(string partitionKey, string path)
    {
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:PartitionKey"] = partitionKey } };
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync(path, Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
        Assert.Contains(path[12..21], problem.Detail, StringComparison.Ordinal);
    }

    // Cosmos DB refuses these ids, or takes a part of them for another part of the address.
    [Theory]
    [InlineData("deliveryId", "x%3f")]
    [InlineData("deliveryId", "x%23y")]
    [InlineData("deliveryId", "d-0000001%20")]
    [InlineData("deliveryId", "%20")]
    [InlineData("deliveryId", "a%5cb")]
    [InlineData("deliveryId", "a%2541")]
    [InlineData("deliveryId", "%252e%252e")]
    [InlineData("deliveryId", "%0a")]
    [InlineData("deliveryId", "a%09b")]
    [InlineData("ownerId", "a%2541?ownerId=owner-0001")]
    [InlineData("deliveryId", "x%3f?ownerId=owner-0001")]
    [InlineData("ownerId", "x%3f?ownerId=owner-0001")]
    public async Task Delivery_IdThatNoDocumentCanHave_Is404(string partitionKey, string id)
    {
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:PartitionKey"] = partitionKey } };
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync($"/deliveries/{id}", Cancelled);

        await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
    }

    // Cosmos DB refuses a partition key of more than 2,048 bytes.
    [Theory]
    [InlineData("deliveryId", "/deliveries/{0}", HttpStatusCode.NotFound)]
    [InlineData("ownerId", "/deliveries/d-0000001?ownerId={0}", HttpStatusCode.NotFound)]
    [InlineData("ownerId", "/deliveries?ownerId={0}&year=2025&month=1", HttpStatusCode.BadRequest)]
    [InlineData("ownerId", "/deliveries/utilization?ownerId={0}&year=2025&month=1", HttpStatusCode.BadRequest)]
    public async Task Delivery_LongerIdThanAPartitionKey_IsNoFailure(string partitionKey, string path, HttpStatusCode status)
    {
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:PartitionKey"] = partitionKey } };
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync(path.Replace("{0}", new string('a', 2_049)), Cancelled);

        await HttpProblem.ReadAsync(response, status);
    }

    [Theory]
    [InlineData("/deliveries/utilization")]
    [InlineData("/deliveries/summary")]
    [InlineData("/deliveries/{id}")]
    public async Task OpenApi_Route_IsDescribed(string route)
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();

        var document = await client.GetFromJsonAsync<JsonElement>("/openapi/v1.json", Cancelled);

        var get = document.GetProperty("paths").GetProperty(route).GetProperty("get");
        Assert.NotEmpty(get.GetProperty("summary").GetString()!);
        Assert.Equal("Deliveries", get.GetProperty("tags")[0].GetString());
    }

    private static string Json(SampleData.Delivery? delivery) => JsonSerializer.Serialize(delivery, JsonSerializerOptions.Web);
}
