using System.Globalization;
using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Headers that requests can ask for, as the SDK reads them.</summary>
public sealed class ResponseHeaderTests
{
    [Fact]
    public async Task Metrics_OfAQuery_HaveItsDocumentsAndIndexes()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);
        await SampleItems.FillAsync(container);
        var options = new QueryRequestOptions { PopulateIndexMetrics = true, PartitionKey = new PartitionKey("o3") };
        using var pages = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c WHERE c.month = 2 AND c.id != 'o3-2-0' AND c.id != 'o3-2-1'", requestOptions: options);

        var page = await pages.ReadNextAsync();

        var metrics = page.Diagnostics.GetQueryMetrics().CumulativeMetrics;
        Assert.Equal((3, 1), (metrics.RetrievedDocumentCount, metrics.OutputDocumentCount));
        Assert.Equal("o3-2-2", page.First().Id);
        Assert.InRange(metrics.RetrievedDocumentSize, 3 * metrics.OutputDocumentSize - 10, 3 * metrics.OutputDocumentSize + 10);
        Assert.InRange(metrics.TotalTime, metrics.QueryPreparationTime, TimeSpan.FromMinutes(1));
        Assert.Contains("/month/?", page.IndexMetrics);
    }

    [Fact]
    public async Task Resources_OfAContainer_AreItsDocumentsAndTheirBytes()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 3_000));
        await container.CreateItemAsync(DeliveryItem.OfSize("d2", "o7", 3_000));

        var response = await container.ReadContainerAsync(new ContainerRequestOptions { PopulateQuotaInfo = true });

        Assert.Equal(
            "documentSize=0;documentsSize=7;documentsCount=2;collectionSize=7;", response.Headers["x-ms-resource-usage"]);
        Assert.Equal(
            "documentSize=51200;documentsSize=52428800;documentsCount=-1;collectionSize=52428800;",
            response.Headers["x-ms-resource-quota"]);
        Assert.Equal("false", response.Headers["x-ms-share-throughput"]);
        Assert.Equal("100", response.Headers["x-ms-documentdb-collection-index-transformation-progress"]);
        Assert.Null((await container.ReadContainerAsync()).Headers["x-ms-resource-usage"]);
    }

    [Fact]
    public async Task Resources_OfItemsAndPages_AreAtMostASecondOld()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 10_000);
        var first = await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 3_000));
        var second = await container.CreateItemAsync(DeliveryItem.OfSize("d2", "o7", 3_000));

        emulator.Time.Advance(TimeSpan.FromSeconds(1));
        var read = await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o7"));
        using var pages = container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c");
        var page = await pages.ReadNextAsync();

        Assert.Equal([1, 1, 2, 2], new[] { first.Headers, second.Headers, read.Headers, page.Headers }.Select(CountOf));

        static int CountOf(Headers headers) => int.Parse(
            headers["x-ms-resource-usage"].Split("documentsCount=")[1].Split(';')[0], CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task Resources_OfAContainerWithAnIndex_HaveItsBytes()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 100_000);
        for (var number = 0; number < 40; number++)
        {
            await container.CreateItemAsync(new DeliveryItem($"d{number}", "o7", Note: new string('n', 100) + number));
        }

        using var pages = container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c WHERE c.note = 'x'");
        await pages.ReadNextAsync();
        var response = await container.ReadContainerAsync(new ContainerRequestOptions { PopulateQuotaInfo = true });

        var sizes = response.Headers["x-ms-resource-usage"].Split(';')
            .Select(part => part.Split('=')).Where(part => part.Length == 2).ToDictionary(part => part[0], part => int.Parse(part[1], CultureInfo.InvariantCulture));
        Assert.InRange(sizes["collectionSize"] - sizes["documentsSize"], 4, 5);
    }
}
