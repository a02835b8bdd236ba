using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Newtonsoft.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Items that the SDK writes in CosmosBinary.</summary>
[Collection(typeof(BinaryEncodingCollection))]
public sealed class BinaryEncodingTests : IDisposable
{
    private static readonly PartitionKey Owner = new("o7");
    private readonly BinaryEncoding _encoding = new();

    [Fact]
    public async Task Item_WithValuesOfEachType_IsReadBack()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var item = new Measurement(
            "d1",
            "o7",
            Count: 9_007_199_254_740_993,
            Level: -3,
            Share: 0.1,
            Price: 12.5m,
            IsOpen: true,
            new Guid("01234567-89ab-cdef-0123-456789abcdef"),
            new DateTime(2025, 1, 31, 10, 20, 30, DateTimeKind.Utc).AddTicks(1_234_567),
            Missing: null,
            "Größe 日本 \"😀\" \u0001");

        var created = await container.CreateItemAsync(item, Owner);
        var read = await container.ReadItemAsync<Measurement>("d1", Owner);

        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        Assert.Equal(item, created.Resource);
        Assert.Equal(item, read.Resource);
    }

    [Fact]
    public async Task Item_WithoutAKeyInTheCall_IsFoundUnderThatOfItsBody()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);

        await container.CreateItemAsync(new DeliveryItem("d1", "ö \"€\" 漢"));
        var read = await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("ö \"€\" 漢"));

        Assert.Equal("ö \"€\" 漢", read.Resource.OwnerId);
    }

    [Fact]
    public async Task Item_WrittenInEachWay_KeepsItsConditions()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 10_000);

        var created = await container.UpsertItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var replaced = await container.ReplaceItemAsync(new DeliveryItem("d1", "o7", Month: 2), "d1", Owner);
        var conflict = await Assert.ThrowsAsync<CosmosException>(
            () => container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner));
        var stale = await Assert.ThrowsAsync<CosmosException>(() => container.UpsertItemAsync(
            new DeliveryItem("d1", "o7", Month: 3), Owner, new ItemRequestOptions { IfMatchEtag = created.ETag }));
        var patched = await container.PatchItemAsync<DeliveryItem>("d1", Owner, [PatchOperation.Increment("/month", 5)]);
        var deleted = await container.DeleteItemAsync<DeliveryItem>("d1", Owner);

        Assert.Equal(
            (HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.NoContent),
            (created.StatusCode, replaced.StatusCode, patched.StatusCode, deleted.StatusCode));
        Assert.Equal((HttpStatusCode.Conflict, HttpStatusCode.PreconditionFailed), (conflict.StatusCode, stale.StatusCode));
        Assert.Equal((2, 7), (replaced.Resource.Month, patched.Resource.Month));
    }

    [Fact]
    public async Task Stream_OfText_IsAnsweredInText()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();

        using var body = new MemoryStream("""{"id":"d1","ownerId":"o7","tags":["a","ü"]}"""u8.ToArray());
        using var created = await container.CreateItemStreamAsync(body, Owner);
        using var read = await container.ReadItemStreamAsync("d1", Owner);

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.OK), (created.StatusCode, read.StatusCode));
        foreach (var content in new[] { created.Content, read.Content })
        {
            using var reader = new StreamReader(content);
            Assert.Contains("""["a","ü"]""", await reader.ReadToEndAsync(TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public async Task Items_OfBinaryBodies_AreFoundByQueries()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await SampleItems.CreateAsync(database, "/ownerId");

        var ofOneOwner = await SampleItems.ReadAllAsync<DeliveryItem>(container, SampleItems.StudyQuery("o2", 2025, 3), null);
        var months = await SampleItems.ReadAllAsync<int>(
            container, new QueryDefinition("SELECT VALUE c.month FROM c ORDER BY c.month DESC"), null);

        Assert.Equal(["o2-3-0", "o2-3-1", "o2-3-2"], ofOneOwner.Select(item => item.Id).Order());
        Assert.Equal(Enumerable.Range(0, 36).Select(number => 3 - (number / 12)), months);
    }

    [Fact]
    public async Task Items_WrittenInBulk_AreReadBack()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(throughput: 10_000);
        using var client = database.NewBulkClient();
        var bulk = client.GetContainer(database.Database.Id, container.Id);

        var written = await Task.WhenAll(Enumerable.Range(0, 100).Select(number => bulk.UpsertItemAsync(
            new DeliveryItem($"d{number}", $"o{number}", Month: number), new PartitionKey($"o{number}"))));
        var read = await container.ReadItemAsync<DeliveryItem>("d42", new PartitionKey("o42"));

        Assert.All(written, response => Assert.Equal(HttpStatusCode.Created, response.StatusCode));
        Assert.Equal(Enumerable.Range(0, 100), written.Select(response => response.Resource.Month));
        Assert.Equal(42, read.Resource.Month);
    }

    public void Dispose() => _encoding.Dispose();

    private sealed record Measurement(
        [property: JsonProperty("id")] string Id,
        [property: JsonProperty("ownerId")] string OwnerId,
        [property: JsonProperty("count")] long Count,
        [property: JsonProperty("level")] int Level,
        [property: JsonProperty("share")] double Share,
        [property: JsonProperty("price")] decimal Price,
        [property: JsonProperty("isOpen")] bool IsOpen,
        [property: JsonProperty("device")] Guid Device,
        [property: JsonProperty("time")] DateTime Time,
        [property: JsonProperty("missing")] string? Missing,
        [property: JsonProperty("text")] string Text);
}
