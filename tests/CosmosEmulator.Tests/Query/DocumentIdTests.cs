using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class DocumentIdTests
{
    [Theory]
    [InlineData("""{"_rid":"36ZyAPW+uN8NAAAAAAAAAA=="}""", "13")]
    [InlineData("""{"_rid":"36ZyAPW-uN8NAAAAAAAAAA=="}""", "13")]
    [InlineData("""{"_rid":"36ZyAPW+uN8="}""", null)]
    [InlineData("""{"_rid":"????????????????????????"}""", null)]
    [InlineData("""{"_rid":13}""", null)]
    [InlineData("{}", null)]
    public void DocumentId_OfADocument_IsTheNumberInItsRid(string document, string? expected) =>
        Assert.Equal(expected, Json.Project("SELECT VALUE DOCUMENTID(c) FROM c", document));

    [Theory]
    [InlineData("DOCUMENTID('36ZyAPW+uN8NAAAAAAAAAA==')")]
    [InlineData("DOCUMENTID(undefined)")]
    public void DocumentId_OfAnotherType_IsUndefined(string expression) => Assert.Null(Json.Value(expression));

    [Fact]
    public async Task DocumentId_OfStoredItems_DiffersAndFilters()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        foreach (var id in new[] { "d1", "d2", "d3" })
        {
            await container.CreateItemAsync(new DeliveryItem(id, "o7"), new PartitionKey("o7"));
        }

        var all = new QueryDefinition("SELECT VALUE DOCUMENTID(c) FROM c");
        var numbers = await SampleItems.ReadAllAsync<long>(container, all, null);
        var last = new QueryDefinition("SELECT VALUE c.id FROM c WHERE DOCUMENTID(c) >= @n").WithParameter("@n", numbers[1]);
        var found = await SampleItems.ReadAllAsync<string>(container, last, null);

        Assert.Equal(3, numbers.Distinct().Count());
        Assert.Equal(["d2", "d3"], found.Order());
    }
}
