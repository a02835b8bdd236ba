using System.Net;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

public sealed class ItemTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Item_Created_IsReadBack()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7", 2024, 3, "first"), Owner);
        var read = await container.ReadItemAsync<DeliveryItem>("d1", Owner);

        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        Assert.Equal(new DeliveryItem("d1", "o7", 2024, 3, "first"), read.Resource);
        Assert.Equal(created.ETag, read.ETag);
    }

    [Fact]
    public async Task Item_WithOddCharactersInIdAndKey_IsReadBack()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync();
        var item = new DeliveryItem("a b%c+ü\"&=", "ö \"€\" 漢");

        await container.CreateItemAsync(item, new PartitionKey(item.OwnerId));
        var read = await container.ReadItemAsync<DeliveryItem>(item.Id, new PartitionKey(item.OwnerId));

        Assert.Equal(item, read.Resource);
    }

    [Fact]
    public async Task Item_CreatedTwice_IsAConflict()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner));

        Assert.Equal(HttpStatusCode.Conflict, error.StatusCode);
        Assert.Equal(1, error.RequestCharge);
    }

    [Fact]
    public async Task Item_OfTheSameIdAndAnotherKey_IsAnotherItem()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        await container.CreateItemAsync(new DeliveryItem("d1", "o8"), new PartitionKey("o8"));

        Assert.Equal("o8", (await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o8"))).Resource.OwnerId);
    }

    [Fact]
    public async Task Item_Upserted_IsCreatedThenReplaced()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var first = await container.UpsertItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var second = await container.UpsertItemAsync(new DeliveryItem("d1", "o7", Month: 2), Owner);

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.OK), (first.StatusCode, second.StatusCode));
        Assert.NotEqual(first.ETag, second.ETag);
        Assert.Equal(2, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    [Fact]
    public async Task Upsert_OfAMissingItemWithIfMatch_CreatesIt()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var condition = new ItemRequestOptions { IfMatchEtag = "\"00000000-0000-0000-0000-000000000000\"" };

        var created = await container.UpsertItemAsync(new DeliveryItem("d1", "o7"), Owner, condition);
        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.UpsertItemAsync(new DeliveryItem("d1", "o7", Month: 2), Owner, condition));

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.PreconditionFailed), (created.StatusCode, error.StatusCode));
        Assert.Equal(created.ETag, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).ETag);
    }

    [Fact]
    public async Task Replace_WithAnotherId_RenamesTheItem()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        await container.CreateItemAsync(new DeliveryItem("d2", "o7"), Owner);

        var renamed = await container.ReplaceItemAsync(new DeliveryItem("d3", "o7", Month: 2), "d1", Owner);
        var gone = await Assert.ThrowsAsync<CosmosException>(() => container.ReadItemAsync<DeliveryItem>("d1", Owner));
        var taken = await Assert.ThrowsAsync<CosmosException>(
            () => container.ReplaceItemAsync(new DeliveryItem("d2", "o7"), "d3", Owner));

        Assert.Equal(
            (HttpStatusCode.OK, HttpStatusCode.NotFound, HttpStatusCode.Conflict),
            (renamed.StatusCode, gone.StatusCode, taken.StatusCode));
        Assert.Equal(2, (await container.ReadItemAsync<DeliveryItem>("d3", Owner)).Resource.Month);
        Assert.Equal("d2", (await container.ReadItemAsync<DeliveryItem>("d2", Owner)).Resource.Id);
    }

    [Fact]
    public async Task Replace_OfAMissingItem_IsNotFoundWhateverTheBodyIs()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        using var nothing = new MemoryStream([]);
        using var response = await container.ReplaceItemStreamAsync(nothing, "d1", Owner);

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.Contains("Resource Not Found", response.ErrorMessage);
    }

    [Fact]
    public async Task Item_ReplacedAsRead_KeepsItsRidAndHasEachSystemPropertyOnce()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var read = await container.ReadItemAsync<Newtonsoft.Json.Linq.JObject>("d1", Owner);

        read.Resource["month"] = 5;
        await container.ReplaceItemAsync(read.Resource, "d1", Owner);

        using var response = await container.ReadItemStreamAsync("d1", Owner);
        var text = await new StreamReader(response.Content).ReadToEndAsync(TestContext.Current.CancellationToken);
        Assert.Equal(2, text.Split("\"_rid\"").Length);
        Assert.Contains($"\"_rid\":\"{read.Resource["_rid"]}\"", text);
        Assert.Contains("\"month\":5", text);
    }

    [Fact]
    public async Task Item_Deleted_IsNotFound()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var deleted = await container.DeleteItemAsync<DeliveryItem>("d1", Owner);
        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReadItemAsync<DeliveryItem>("d1", Owner));

        Assert.Equal(HttpStatusCode.NoContent, deleted.StatusCode);
        Assert.Equal((HttpStatusCode.NotFound, 0), (error.StatusCode, error.SubStatusCode));
    }

    [Fact]
    public async Task Replace_WithAnOldETag_FailsItsPrecondition()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        await container.UpsertItemAsync(new DeliveryItem("d1", "o7", Month: 2), Owner);

        var stale = new ItemRequestOptions { IfMatchEtag = created.ETag };
        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.ReplaceItemAsync(new DeliveryItem("d1", "o7", Month: 3), "d1", Owner, stale));

        Assert.Equal(HttpStatusCode.PreconditionFailed, error.StatusCode);
        Assert.Equal(2, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    [Fact]
    public async Task Delete_WithAnOldETag_FailsItsPrecondition()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var changed = await container.UpsertItemAsync(new DeliveryItem("d1", "o7", Month: 2), Owner);

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.DeleteItemAsync<DeliveryItem>("d1", Owner, new ItemRequestOptions { IfMatchEtag = created.ETag }));
        var deleted = await container.DeleteItemAsync<DeliveryItem>(
            "d1", Owner, new ItemRequestOptions { IfMatchEtag = changed.ETag });

        Assert.Equal((HttpStatusCode.PreconditionFailed, HttpStatusCode.NoContent), (error.StatusCode, deleted.StatusCode));
    }

    [Fact]
    public async Task Read_WithTheETagItHas_IsNotModified()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);

        var known = new ItemRequestOptions { IfNoneMatchEtag = created.ETag };
        using var response = await container.ReadItemStreamAsync("d1", Owner, known);

        Assert.Equal(HttpStatusCode.NotModified, response.StatusCode);
    }

    [Fact]
    public async Task Item_WithAnotherKeyThanTheRequest_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.CreateItemAsync(new DeliveryItem("d1", "o8"), Owner));

        Assert.Equal((HttpStatusCode.BadRequest, 1001), (error.StatusCode, error.SubStatusCode));
    }

    [Fact]
    public async Task Item_WithoutTheKeyProperty_IsStoredUnderNone()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        await container.CreateItemAsync(new { id = "d1" }, PartitionKey.None);
        var read = await container.ReadItemAsync<DeliveryItem>("d1", PartitionKey.None);

        Assert.Equal("d1", read.Resource.Id);
    }

    /// <summary>The service stores them all; clients of it can read only some of them in Gateway mode.</summary>
    [Theory]
    [InlineData("a/b", HttpStatusCode.NotFound)]
    [InlineData("a?b", HttpStatusCode.OK)]
    [InlineData("a#b", HttpStatusCode.Unauthorized)]
    [InlineData("a\rb", HttpStatusCode.BadRequest)]
    [InlineData("a\nb", HttpStatusCode.BadRequest)]
    [InlineData("a\tb", HttpStatusCode.BadRequest)]
    public async Task Item_WithACharacterThatPathsDoNotHave_IsCreatedAndReadOrRefused(string id, HttpStatusCode read)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var created = await container.CreateItemAsync(new DeliveryItem(id, "o7"), Owner);
        using var response = await container.ReadItemStreamAsync(id, Owner);

        Assert.Equal((HttpStatusCode.Created, read), (created.StatusCode, response.StatusCode));
    }

    [Fact]
    public async Task Item_WithABackslashInItsId_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.CreateItemAsync(new DeliveryItem("a\\b", "o7"), Owner));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
    }

    [Theory]
    [InlineData(511, HttpStatusCode.Created)]
    [InlineData(512, HttpStatusCode.BadRequest)]
    public async Task Item_WithALongId_MayHaveUpTo1023Bytes(int umlauts, HttpStatusCode status)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var item = new DeliveryItem($"a{new string('ü', umlauts)}", "o7");

        using var body = new MemoryStream(JsonSerializer.SerializeToUtf8Bytes(new { id = item.Id, ownerId = item.OwnerId }));
        using var created = await container.CreateItemStreamAsync(body, Owner);
        using var read = await container.ReadItemStreamAsync(item.Id, Owner);

        Assert.Equal(status, created.StatusCode);
        Assert.Equal(status == HttpStatusCode.Created, read.IsSuccessStatusCode);
    }

    [Theory]
    [InlineData(1_024, HttpStatusCode.Created)]
    [InlineData(1_025, HttpStatusCode.BadRequest)]
    public async Task Item_WithALongPartitionKey_MayHaveUpTo2048Bytes(int umlauts, HttpStatusCode status)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var owner = new string('ü', umlauts);

        using var body = new MemoryStream(JsonSerializer.SerializeToUtf8Bytes(new { id = "d1", ownerId = owner }));
        using var created = await container.CreateItemStreamAsync(body, new PartitionKey(owner));

        Assert.Equal(status, created.StatusCode);
    }

    [Theory]
    [InlineData(2 * 1024 * 1024, HttpStatusCode.Created)]
    [InlineData((2 * 1024 * 1024) + 1, HttpStatusCode.RequestEntityTooLarge)]
    public async Task Item_OfTwoMegabytes_IsTheLargest(int bytes, HttpStatusCode status)
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        const string Start = """{"id":"d1","ownerId":"o7","note":"x""";
        const string End = "\"}";

        using var body = new MemoryStream(Encoding.ASCII.GetBytes($"{Start.PadRight(bytes - End.Length, 'x')}{End}"));
        using var response = await container.CreateItemStreamAsync(body, Owner);

        Assert.Equal(status, response.StatusCode);
    }

    [Fact]
    public async Task Item_InAMissingContainer_NamesTheOwner()
    {
        await using var database = await ContractDatabase.CreateAsync();
        _ = await database.CreateContainerAsync();
        var missing = database.Client.GetContainer(database.Database.Id, "missing");

        var error = await Assert.ThrowsAsync<CosmosException>(() => missing.ReadItemAsync<DeliveryItem>("d1", Owner));

        Assert.Equal((HttpStatusCode.NotFound, 1003), (error.StatusCode, error.SubStatusCode));
    }

    [Fact]
    public async Task Write_WithoutContentInTheAnswer_HasNone()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        var quiet = new ItemRequestOptions { EnableContentResponseOnWrite = false };
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner, quiet);

        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        Assert.Null(created.Resource);
    }
}
