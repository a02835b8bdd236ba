using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>What of a patch only the emulator states: charges, and requests that the SDK does not send.</summary>
public sealed class PatchRequestTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Patch_OfAnItem_HasTheChargeAndTheHeadersOfAReplace()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var replaced = await container.ReplaceItemAsync(new DeliveryItem("d1", "o7", Month: 2), "d1", Owner);
        var patched = await container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set("/month", 3)]);

        Assert.Equal(10, patched.RequestCharge);
        Assert.Equal(replaced.RequestCharge, patched.RequestCharge);
        Assert.NotEqual(replaced.Headers.Session, patched.Headers.Session);
        Assert.Equal(replaced.Headers.AllKeys().Order(), patched.Headers.AllKeys().Order());
        Assert.Equal(25, (await emulator.StateAsync()).RequestUnits);
    }

    /// <summary>As the client for JavaScript sends them.</summary>
    [Fact]
    public async Task Patch_WithOperationsAlone_ChangesTheItem()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        using var response = await PatchAsync(emulator, """[{"op":"incr","path":"/month","value":4}]""");

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(5, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    [Theory]
    [InlineData("")]
    [InlineData("nonsense")]
    [InlineData("""{"operations":[]}""")]
    [InlineData("""{"operations":[{"op":"copy","from":"/a","path":"/b"}]}""")]
    public async Task Patch_ThatIsNone_IsRefusedByName(string body)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        using var response = await PatchAsync(emulator, body);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("check syntax of", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>Two values are put into each other and moved, and then a path leads through them.</summary>
    [Fact]
    public async Task Patch_ThatNestsDeeperThanADocumentMay_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        const int Depth = 100;
        var value = string.Concat(Enumerable.Repeat("{\"x\":", Depth)) + "1" + new string('}', Depth);
        var path = string.Concat(Enumerable.Repeat("/x", Depth - 1));

        using var response = await PatchAsync(emulator, $$"""
            [
                {"op":"add","path":"/a","value":{{value}}},
                {"op":"add","path":"/a{{path}}/y","value":{{value}}},
                {"op":"move","from":"/a","path":"/b"},
                {"op":"add","path":"/b/z","value":1}
            ]
            """);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("depth", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Patch_OfAMissingItem_IsNotFoundWhateverTheBodyIs()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await PatchAsync(emulator, "nonsense");

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task Patch_WithATrigger_IsRefusedByName()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.PatchItemAsync<DeliveryItem>(
            "d1", Owner, [PatchOperation.Set("/month", 2)], new PatchItemRequestOptions { PreTriggers = ["t"] }));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("trigger", error.ResponseBody);
    }

    [Fact]
    public async Task Patch_AfterTheBudgetIsSpent_IsThrottled()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 400);
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 1_200_000), Owner);

        using var response = await PatchAsync(emulator, """[{"op":"set","path":"/month","value":2}]""");

        Assert.Equal(HttpStatusCode.TooManyRequests, response.StatusCode);
        Assert.Equal("3200", Assert.Single(response.Headers.GetValues(CosmosHeaders.SubStatus)));
    }

    private static Task<HttpResponseMessage> PatchAsync(EmulatorHost emulator, string body) =>
        emulator.SendAsync("PATCH", "/dbs/db/colls/items/docs/d1", body, (CosmosHeaders.PartitionKey, """["o7"]"""));
}
