using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

public sealed class PatchTests
{
    private static readonly PartitionKey Owner = new("o7");

    /// <summary>The example of partial-document-update.md.</summary>
    [Fact]
    public async Task Patch_OfEachOperation_ChangesTheItem()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var created = await container.CreateItemAsync(
            new { id = "d1", ownerId = "o7", price = 455.95, stock = new { quantity = 15 }, used = false, tags = new[] { "r" } },
            Owner);

        var patched = await container.PatchItemAsync<JObject>(
            "d1",
            Owner,
            [
                PatchOperation.Add("/color", "silver"),
                PatchOperation.Remove("/used"),
                PatchOperation.Set("/price", 355.45),
                PatchOperation.Increment("/stock/quantity", 10),
                PatchOperation.Add("/tags/-", "featured"),
                PatchOperation.Move("/color", "/stock/color"),
            ]);
        var read = await container.ReadItemAsync<JObject>("d1", Owner);

        Assert.Equal(HttpStatusCode.OK, patched.StatusCode);
        Assert.Equal(
            """{"id":"d1","ownerId":"o7","price":355.45,"stock":{"quantity":25,"color":"silver"},"tags":["r","featured"]}""",
            WithoutSystemProperties(patched.Resource));
        Assert.Equal(WithoutSystemProperties(patched.Resource), WithoutSystemProperties(read.Resource));
        Assert.NotEqual(created.ETag, patched.ETag);
        Assert.Equal(patched.ETag, read.ETag);
    }

    [Fact]
    public async Task Patch_ByAHundredCallsAtOnce_LosesNoIncrement()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Month: 0), Owner);

        await Task.WhenAll(Enumerable.Range(0, 100).Select(
            _ => container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Increment("/month", 1)])));

        Assert.Equal(100, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    [Fact]
    public async Task Patch_OfAMissingItem_IsNotFound()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set("/month", 2)]));

        Assert.Equal((HttpStatusCode.NotFound, 0), (error.StatusCode, error.SubStatusCode));
    }

    /// <summary>The words are those of the SDK's own test, CosmosItemTests.ItemPatchFailureTest.</summary>
    [Fact]
    public async Task Patch_BelowAMissingParent_IsRefusedAndChangesNothing()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.PatchItemAsync<DeliveryItem>(
            "d1", Owner, [PatchOperation.Set("/month", 2), PatchOperation.Add("/nonExistentParent/Child", "bar")]));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains(
            "For Operation(2): Add Operation can only create a child object of an existing node(array or object) and cannot "
            + "create path recursively, no path found beyond: 'nonExistentParent'. Learn more: https://aka.ms/cosmosdbpatchdocs",
            error.ResponseBody);
        Assert.Equal(created.ETag, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).ETag);
    }

    [Fact]
    public async Task Patch_WithAnOldETag_FailsItsPrecondition()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var condition = new PatchItemRequestOptions { IfMatchEtag = created.ETag };

        await container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set("/month", 2)], condition);
        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Remove("/missing")], condition));

        Assert.Equal(HttpStatusCode.PreconditionFailed, error.StatusCode);
        Assert.Equal(2, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    [Fact]
    public async Task Patch_WithACondition_IsMadeOnlyIfItIsTrue()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7", Month: 1), Owner);
        var condition = new PatchItemRequestOptions { FilterPredicate = "from p where p.month = 1 and IS_DEFINED(p._ts)" };

        var increment = PatchOperation.Increment("/month", 1);
        var patched = await container.PatchItemAsync<DeliveryItem>("d1", Owner, [increment], condition);
        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.PatchItemAsync<DeliveryItem>("d1", Owner, [increment], condition));

        Assert.Equal(2, patched.Resource.Month);
        Assert.Equal(HttpStatusCode.PreconditionFailed, error.StatusCode);
        Assert.Equal(2, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    [Fact]
    public async Task Patch_WithAConditionThatIsNoQuery_TellsWhere()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var condition = new PatchItemRequestOptions { FilterPredicate = "FROM c WHERE c.month = = 1" };

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set("/month", 2)], condition));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("SC1001", error.ResponseBody);
    }

    [Theory]
    [InlineData("/id")]
    [InlineData("/ownerId")]
    [InlineData("/_etag")]
    public async Task Patch_OfIdKeyOrSystemProperty_IsRefused(string path)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set(path, "x")]));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
    }

    [Fact]
    public async Task Patch_OfElevenOperations_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var operations = Enumerable.Range(0, 11).Select(number => PatchOperation.Set($"/p{number}", number)).ToList();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.PatchItemAsync<DeliveryItem>("d1", Owner, operations));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
    }

    [Fact]
    public async Task Patch_ThatMakesTheItemTooLarge_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 1_500_000), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.PatchItemAsync<DeliveryItem>(
            "d1", Owner, [PatchOperation.Add("/more", new string('x', 800_000))]));

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, error.StatusCode);
    }

    [Fact]
    public async Task Patch_WithoutContentInTheAnswer_HasNone()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var quiet = new PatchItemRequestOptions { EnableContentResponseOnWrite = false };
        var patched = await container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Set("/month", 2)], quiet);

        Assert.Equal(HttpStatusCode.OK, patched.StatusCode);
        Assert.Null(patched.Resource);
        Assert.Equal(2, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    private static string WithoutSystemProperties(JObject item)
    {
        var own = item.Properties().Where(member => !member.Name.StartsWith('_'));
        return new JObject(own).ToString(Formatting.None);
    }
}
