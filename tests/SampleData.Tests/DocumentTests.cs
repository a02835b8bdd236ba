using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace DroneDelivery.SampleData.Tests;

public sealed class DocumentTests
{
    [Fact]
    public async Task Ndjson_SameSeed_SameBytes()
    {
        var first = await WriteAsync(new World(seed: 7, owners: 20));
        var second = await WriteAsync(new World(seed: 7, owners: 20));

        Assert.Equal(first, second);
    }

    [Fact]
    public async Task Ndjson_OtherSeed_OtherBytes()
    {
        var first = await WriteAsync(new World(seed: 7, owners: 20));
        var second = await WriteAsync(new World(seed: 8, owners: 20));

        Assert.NotEqual(first, second);
    }

    // The published figures belong to one set of data: a change of the data has to change this hash on purpose.
    [Fact]
    public async Task Ndjson_DefaultSeed_IsTheDataOfThePublishedFigures()
    {
        var bytes = Encoding.UTF8.GetBytes(await WriteAsync(new World(owners: 20)));

        Assert.Equal(
            "fad78156612e73a4c79486bfaf00828c888793956a1d84f599ad40a06af9b2f1",
            Convert.ToHexStringLower(SHA256.HashData(bytes)));
    }

    [Fact]
    public void Document_Every_IsAboutOneKilobyte()
    {
        var buffer = new ArrayBufferWriter<byte>();
        var sizes = new World(owners: 200).Deliveries().Select(delivery => Size(buffer, delivery)).ToList();

        Assert.InRange(sizes.Min(), 900, 1150);
        Assert.InRange(sizes.Max(), 900, 1150);
        Assert.InRange(sizes.Average(), 980, 1080);
    }

    [Fact]
    public void Document_Delivery_HoldsEveryPropertyAndTheId()
    {
        var delivery = new World().DeliveriesOf("owner-0042", 2025, 6)[0];
        var buffer = new ArrayBufferWriter<byte>();

        DeliveryDocuments.WriteTo(buffer, delivery);

        using var document = JsonDocument.Parse(buffer.WrittenMemory);
        Assert.Equal(delivery.DeliveryId, document.RootElement.GetProperty("id").GetString());
        Assert.Equal(Json.Serialize(delivery), Json.Serialize(document.Deserialize<Delivery>(JsonSerializerOptions.Web)!));
    }

    [Fact]
    public async Task Ndjson_Deliveries_OneLineEachInOrder()
    {
        var world = new World(owners: 3, months: 2);

        var lines = (await WriteAsync(world)).TrimEnd('\n').Split('\n');

        Assert.Equal(world.Deliveries().Select(delivery => delivery.DeliveryId), lines.Select(Id));
    }

    [Fact]
    public async Task Ndjson_Summaries_OneLineForEachOwner()
    {
        var world = new World(owners: 3, months: 2);
        using var stream = new MemoryStream();

        await SummaryDocuments.WriteNdjsonAsync(world, stream, TestContext.Current.CancellationToken);

        var lines = Encoding.UTF8.GetString(stream.ToArray()).TrimEnd('\n').Split('\n');
        Assert.Equal(["owner-0001", "owner-0002", "owner-0003"], lines.Select(Id));
        Assert.Equal(
            world.Summaries().Select(Json.Serialize),
            lines.Select(line => Json.Serialize(JsonSerializer.Deserialize<OwnerSummary>(line, JsonSerializerOptions.Web)!)));
    }

    private static int Size(ArrayBufferWriter<byte> buffer, Delivery delivery)
    {
        buffer.ResetWrittenCount();
        DeliveryDocuments.WriteTo(buffer, delivery);
        return buffer.WrittenCount;
    }

    private static string? Id(string line)
    {
        using var document = JsonDocument.Parse(line);
        return document.RootElement.GetProperty("id").GetString();
    }

    private static async Task<string> WriteAsync(World world)
    {
        using var stream = new MemoryStream();
        await DeliveryDocuments.WriteNdjsonAsync(world, stream, TestContext.Current.CancellationToken);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
