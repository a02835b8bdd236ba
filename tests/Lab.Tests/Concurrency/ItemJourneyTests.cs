using System.Text;
using System.Text.Json;
using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.Lab.Tests.Concurrency;

public sealed class ItemJourneyTests
{
    private static readonly Uri Package = new("http://127.0.0.1:5120/");

    [Theory]
    [InlineData(ItemWork.Cpu, "GET", "/items/owner-0007/seal")]
    [InlineData(ItemWork.IoRead, "GET", "/items?ownerId=owner-0007")]
    [InlineData(ItemWork.IoCreate, "POST", "/items")]
    public void Request_OfAWork_AsksItsRoute(ItemWork work, string method, string path)
    {
        var request = ItemJourney.Prepare(Package, work, "owner-0007");

        Assert.Equal((method, path), (request.Method.Method, request.Uri.PathAndQuery));
    }

    [Fact]
    public void Request_Create_NamesTheOwner()
    {
        var body = ItemJourney.Prepare(Package, ItemWork.IoCreate, "owner-0007").Body;

        Assert.Equal("owner-0007", JsonDocument.Parse(body).RootElement.GetProperty("ownerId").GetString());
    }

    [Fact]
    public async Task Catalog_Documents_AreAHundredOfEachOwner()
    {
        using var written = new MemoryStream();

        await ItemCatalog.WriteNdjsonAsync(written, TestContext.Current.CancellationToken);

        var documents = Encoding.UTF8.GetString(written.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonDocument.Parse(line).RootElement)
            .ToList();
        Assert.Equal(documents.Count, documents.DistinctBy(document => document.GetProperty("id").GetString()).Count());
        var owners = documents.CountBy(document => document.GetProperty("ownerId").GetString()!).ToList();
        Assert.Equal(ItemCatalog.Owners, owners.Count);
        Assert.All(owners, owner => Assert.Equal(ItemCatalog.ItemsOfAnOwner, owner.Value));
    }
}
