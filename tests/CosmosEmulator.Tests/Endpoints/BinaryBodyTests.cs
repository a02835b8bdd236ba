using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.HybridRow;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.BinaryJson;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Tests.HybridRow;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Bodies in CosmosBinary, as the SDK sends them and otherwise.</summary>
[Collection(typeof(BinaryEncodingCollection))]
public sealed class BinaryBodyTests
{
    private const string Documents = "/dbs/db/colls/items/docs";
    private const string SupportedFormats = "x-ms-cosmos-supported-serialization-formats";
    private const byte Binary = 0x80;

    private static readonly PartitionKey Owner = new("o7");
    private static readonly (string, string) Key = (CosmosHeaders.PartitionKey, """["o7"]""");

    /// <summary>The tests of the contract say nothing if the SDK sends text.</summary>
    [Fact]
    public async Task Sdk_WithTheSwitchOn_SendsBinaryAndReadsText()
    {
        using var encoding = new BinaryEncoding();
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 10_000);
        var recorder = new ItemRecorder();
        using var client = emulator.NewClient(
            EmulatorOptions.WellKnownKey, new CosmosClientOptions { CustomHandlers = { recorder } });
        var container = client.GetContainer("db", "items");

        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        await container.UpsertItemAsync(new DeliveryItem("d1", "o7", Month: 2), Owner);
        await container.ReplaceItemAsync(new DeliveryItem("d1", "o7", Month: 3), "d1", Owner);
        var read = await container.ReadItemAsync<DeliveryItem>("d1", Owner);

        Assert.Equal([Binary, Binary, Binary], recorder.FirstBytes);
        Assert.Equal(Enumerable.Repeat("CosmosBinary", 4), recorder.Formats);
        Assert.Equal(3, read.Resource.Month);
        using var response = await emulator.SendAsync("GET", $"{Documents}/d1", "", Key, (SupportedFormats, "CosmosBinary"));
        Assert.StartsWith("{\"id\"", await TextOfAsync(response));
    }

    /// <summary>A short integer has a type of its own in the SDK's binary bodies.</summary>
    [Fact]
    public async Task Integer_OfSixteenBits_IsANumber()
    {
        using var encoding = new BinaryEncoding();
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        await container.CreateItemAsync(new { id = "d1", ownerId = "o7", month = (short)-7 }, Owner);

        Assert.Equal(-7, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
    }

    /// <summary>With a naming policy the SDK sends the items of batches in binary too.</summary>
    [Fact]
    public async Task Batch_OfAClientWithSerializerOptions_IsServed()
    {
        using var encoding = new BinaryEncoding();
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 10_000);
        var recorder = new BatchRecorder();
        var naming = new CosmosSerializationOptions { PropertyNamingPolicy = CosmosPropertyNamingPolicy.CamelCase };
        using var client = emulator.NewClient(
            EmulatorOptions.WellKnownKey,
            new CosmosClientOptions { CustomHandlers = { recorder }, SerializerOptions = naming });

        using var response = await client.GetContainer("db", "items").CreateTransactionalBatch(Owner)
            .CreateItem(new DeliveryItem("d1", "o7", Month: 2))
            .ReadItem("d1")
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.True(BatchReader.TryRead(recorder.Body, out var operations, out var fault), fault);
        Assert.Equal(Binary, operations[0].Body.Span[0]);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(2, response.GetOperationResultAtIndex<DeliveryItem>(1).Resource.Month);
    }

    [Fact]
    public async Task Batch_OfStreamsInBinary_IsServed()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);

        using var response = await container.CreateTransactionalBatch(Owner)
            .CreateItemStream(NewBody("""{"id":"d1","ownerId":"o7","month":2}"""))
            .UpsertItemStream(NewBody("""{"id":"d2","ownerId":"o7","month":3}"""))
            .ReplaceItemStream("d1", NewBody("""{"id":"d1","ownerId":"o7","month":4}"""))
            .ExecuteAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(4, (await container.ReadItemAsync<DeliveryItem>("d1", Owner)).Resource.Month);
        Assert.Equal(3, (await container.ReadItemAsync<DeliveryItem>("d2", Owner)).Resource.Month);
    }

    /// <summary>As the SDK sends a patch that is a stream, which only its own libraries can.</summary>
    [Fact]
    public async Task Patch_InBinary_ChangesTheItem()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var body = SdkBinaryJson.Encode("""{"operations":[{"op":"incr","path":"/month","value":4}]}""");

        using var response = await emulator.SendAsync("PATCH", $"{Documents}/d1", body, Key);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(5, JsonElement.Parse(await TextOfAsync(response)).GetProperty("month").GetInt32());
    }

    [Theory]
    [InlineData("80")]
    [InlineData("80E92C83616263FF")]
    [InlineData("80E92C40")]
    [InlineData("80EA0A2C8264318767")]
    public async Task Item_InMalformedBinary_IsRefused(string hex)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        using var body = new MemoryStream(Convert.FromHexString(hex));
        using var response = await container.CreateItemStreamAsync(body, Owner);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("malformed CosmosBinary", response.ErrorMessage);
    }

    /// <summary>The limit is that of the text: a string that comes again has two bytes in the body.</summary>
    [Fact]
    public async Task Item_WhoseTextIsTooLarge_IsRefusedAsSuch()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var words = string.Join(',', Enumerable.Repeat("\"a word that comes again, in German: größer\"", 60_000));

        var bytes = SdkBinaryJson.Encode($$"""{"id":"d1","ownerId":"o7","words":[{{words}}]}""");

        using var body = new MemoryStream(bytes);
        using var response = await container.CreateItemStreamAsync(body, Owner);

        Assert.InRange(bytes.Length, 1, 400_000);
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
        Assert.Contains("too large in CosmosBinary", response.ErrorMessage);
    }

    /// <summary>The header demands a format, other than that of the formats that a client can read.</summary>
    [Theory]
    [InlineData("JsonText", HttpStatusCode.OK, "Documents")]
    [InlineData("cosmosBinary", HttpStatusCode.BadRequest, "not supported by this emulator")]
    [InlineData("Not a valid value", HttpStatusCode.BadRequest, "is not JsonText")]
    public async Task Feed_InAFormat_IsTextOrRefused(string format, HttpStatusCode status, string text)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 10_000);
        var header = (CosmosHeaders.ContentSerializationFormat, format);

        using var feed = await emulator.SendAsync("GET", Documents, "", header);
        using var query = await emulator.SendAsync(
            "POST", Documents, """{"query":"SELECT * FROM c"}""", Key, (CosmosHeaders.IsQuery, "True"), header);

        Assert.Equal((status, status), (feed.StatusCode, query.StatusCode));
        Assert.Contains(text, await TextOfAsync(feed));
        Assert.Contains(text, await TextOfAsync(query));
    }

    private static MemoryStream NewBody(string json) => new(SdkBinaryJson.Encode(json));

    private static Task<string> TextOfAsync(HttpResponseMessage response) =>
        response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

    /// <summary>Sees what the SDK sends for items.</summary>
    private sealed class ItemRecorder : RequestHandler
    {
        public List<byte> FirstBytes { get; } = [];

        public List<string> Formats { get; } = [];

        public override Task<ResponseMessage> SendAsync(RequestMessage request, CancellationToken cancellationToken)
        {
            if (request.Headers.TryGetValue(SupportedFormats, out var format))
            {
                Formats.Add(format);
            }

            if (request.Content is { } content)
            {
                FirstBytes.Add((byte)content.ReadByte());
                content.Position = 0;
            }

            return base.SendAsync(request, cancellationToken);
        }
    }
}
