using System.Collections.ObjectModel;
using System.Globalization;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Newtonsoft.Json.Linq;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Pages of one partition, as the partition returns them.</summary>
public sealed class QueryPageTests
{
    [Theory]
    [InlineData("SELECT VALUE c.id FROM c")]
    [InlineData("SELECT c.id, t FROM c JOIN t IN c.tags")]
    [InlineData("SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags")]
    [InlineData("SELECT DISTINCT TOP 2 VALUE t FROM c JOIN t IN c.tags")]
    [InlineData("SELECT VALUE c.id FROM c OFFSET 3 LIMIT 4")]
    [InlineData("SELECT VALUE t FROM c JOIN t IN c.tags OFFSET 3 LIMIT 8")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.n")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.n DESC")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.n, c.id DESC")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.n DESC, c.id")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.n = 1 ORDER BY c.id")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.n + 1 = 2 ORDER BY c.id DESC")]
    [InlineData("SELECT TOP 5 VALUE c.id FROM c ORDER BY c.n")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.n OFFSET 4 LIMIT 5")]
    [InlineData("SELECT c.id, t FROM c JOIN t IN c.tags ORDER BY c.n")]
    [InlineData("SELECT c.id, t FROM c JOIN t IN c.tags ORDER BY c.n DESC, c.id")]
    [InlineData("SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags ORDER BY c.id")]
    [InlineData("SELECT DISTINCT VALUE c.n FROM c ORDER BY c.id")]
    public async Task Pages_OfAnySize_HaveTheSameRowsAndCharge(string query)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(
            new ContainerProperties("items", "/ownerId")
            {
                IndexingPolicy = new IndexingPolicy
                {
                    CompositeIndexes =
                    {
                        new Collection<CompositePath>
                        {
                            new() { Path = "/n" }, new() { Path = "/id", Order = CompositePathSortOrder.Descending },
                        },
                    },
                },
            },
            throughput: 1_000_000);
        for (var number = 0; number < 12; number++)
        {
            var item = new JObject
            {
                ["id"] = $"d{number:00}",
                ["ownerId"] = "o7",
                ["tags"] = new JArray(Enumerable.Range(0, number % 4).Select(tag => $"t{tag}")),
            };
            if (number % 5 > 0)
            {
                item["n"] = number % 5;
            }

            await container.CreateItemAsync(item, new PartitionKey("o7"));
        }

        var (whole, charge, pages) = await ReadAsync(emulator, query, 1_000);
        Assert.Equal(1, pages);
        Assert.NotEmpty(whole);
        foreach (var pageSize in new[] { 1, 2, 5 })
        {
            var (rows, sum, _) = await ReadAsync(emulator, query, pageSize);
            Assert.Equal((pageSize, string.Join(' ', whole)), (pageSize, string.Join(' ', rows)));
            Assert.Equal((pageSize, charge), (pageSize, sum));
        }
    }

    /// <summary>Of five rows of 1.3 MB, three have room in a page. A row that goes to the next page is not charged twice.</summary>
    [Theory]
    [InlineData("SELECT * FROM c", 2)]
    [InlineData("SELECT * FROM c WHERE c.id != 'd9' OFFSET 0 LIMIT 4", 2)]
    [InlineData("SELECT VALUE c.note FROM c", 2)]
    [InlineData("SELECT c.id, c.note FROM c ORDER BY c.id DESC", 2)]
    [InlineData("SELECT DISTINCT c.id, c.note FROM c", 2)]
    [InlineData("SELECT c.note, n FROM c JOIN n IN c.tags", 4)]
    [InlineData("SELECT c.id FROM c", 1)]
    public async Task Pages_OfLargeRows_HaveAtMostFourMegabytes(string query, int pages)
    {
        const int Bytes = 1_300_000;
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 1_000_000);
        for (var number = 0; number < 5; number++)
        {
            var item = new { id = $"d{number}", ownerId = "o7", note = new string('n', Bytes), tags = new[] { 1, 2 } };
            await container.CreateItemAsync(item, new PartitionKey("o7"));
        }

        var byBytes = await ReadAsync(emulator, query, 1_000);
        var byCount = await ReadAsync(emulator, query, 1);

        Assert.Equal(pages, byBytes.Pages);
        Assert.Equal(byCount.Rows, byBytes.Rows);
        Assert.Equal(byCount.Charge, byBytes.Charge);
    }

    private static async Task<(List<string> Rows, decimal Charge, int Pages)> ReadAsync(EmulatorHost emulator, string query, int pageSize)
    {
        var (rows, charge, pages) = (new List<string>(), 0m, 0);
        string? token = null;
        do
        {
            (string, string)[] headers =
            [
                (CosmosHeaders.IsQuery, "True"), (CosmosHeaders.PartitionKeyRangeId, "0"), (CosmosHeaders.MaxItemCount, $"{pageSize}"),
                .. token is null ? Array.Empty<(string, string)>() : [(CosmosHeaders.Continuation, token)],
            ];
            using var response = await emulator.SendAsync(
                "POST", "/dbs/db/colls/items/docs", JsonSerializer.Serialize(new { query }), headers);
            var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            Assert.True(response.IsSuccessStatusCode, body);
            rows.AddRange(JsonElement.Parse(body).GetProperty("Documents").EnumerateArray().Select(row => row.GetRawText()));
            charge += decimal.Parse(response.Headers.GetValues(CosmosHeaders.RequestCharge).Single(), CultureInfo.InvariantCulture);
            token = response.Headers.TryGetValues(CosmosHeaders.Continuation, out var next) ? next.Single() : null;
            pages++;
        }
        while (token is not null);

        return (rows, charge, pages);
    }
}
