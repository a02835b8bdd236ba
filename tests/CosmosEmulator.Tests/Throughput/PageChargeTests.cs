using System.Globalization;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

public sealed class PageChargeTests
{
    /// <summary>Charges are thousandths of an RU, so that sums of them differ by less than half of one.</summary>
    private const int Decimals = 3;

    [Theory]
    [InlineData("SELECT * FROM c")]
    [InlineData("SELECT * FROM c WHERE c.ownerId = 'o3'")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.month >= 2")]
    [InlineData("SELECT TOP 5 * FROM c WHERE c.month = 2 AND c.note = ''")]
    public async Task Charges_OfPagesOfAnySize_AddUpToTheWhole(string query)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 100_000);
        await SampleItems.FillAsync(container);

        var charges = new List<double>();
        foreach (var pageSize in new[] { 1_000, 1, 2, 7 })
        {
            var before = (await emulator.StateAsync()).RequestUnits;
            var charge = await ReadAllAsync(container, query, pageSize);
            Assert.Equal((await emulator.StateAsync()).RequestUnits - before, charge, Decimals);
            charges.Add(Math.Round(charge, Decimals));
        }

        Assert.Single(charges.Distinct());
        Assert.InRange(charges[0], 2.5, 10);
    }

    /// <summary>Without range and key, the pages of one query go through all partitions.</summary>
    [Fact]
    public async Task Charges_OfPagesThroughAllPartitions_AreThoseOfThePartitions()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 3);
        var container = await emulator.CreateContainerAsync(throughput: 100_000);
        await SampleItems.FillAsync(container);

        var together = await SendAllAsync(emulator);
        var apart = 0.0;
        foreach (var range in new[] { "0", "1", "2" })
        {
            apart += await SendAllAsync(emulator, (CosmosHeaders.PartitionKeyRangeId, range));
        }

        Assert.Equal(apart, together, Decimals);
    }

    private static async Task<double> SendAllAsync(EmulatorHost emulator, params (string, string)[] target)
    {
        var charge = 0.0;
        (string, string)[] resumed = [];
        do
        {
            using var response = await emulator.SendAsync(
                "POST",
                "/dbs/db/colls/items/docs",
                """{"query":"SELECT * FROM c WHERE c.month >= 2"}""",
                [(CosmosHeaders.IsQuery, "True"), (CosmosHeaders.EnableCrossPartition, "True"), (CosmosHeaders.MaxItemCount, "2"), .. target, .. resumed]);
            charge += double.Parse(response.Headers.GetValues(CosmosHeaders.RequestCharge).Single(), CultureInfo.InvariantCulture);
            resumed = response.Headers.TryGetValues(CosmosHeaders.Continuation, out var next)
                ? [(CosmosHeaders.Continuation, next.Single())]
                : [];
        }
        while (resumed.Length > 0);
        return charge;
    }

    private static async Task<double> ReadAllAsync(Container container, string query, int pageSize)
    {
        using var pages = container.GetItemQueryIterator<object>(
            query, requestOptions: new QueryRequestOptions { MaxItemCount = pageSize, MaxConcurrency = 1 });
        var charge = 0.0;
        while (pages.HasMoreResults)
        {
            charge += (await pages.ReadNextAsync()).RequestCharge;
        }

        return charge;
    }
}
