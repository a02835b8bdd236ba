using System.Globalization;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The operations that are measured, each with the unmodified SDK.</summary>
internal sealed class Workloads(CosmosClient client)
{
    private const string Query = "SELECT * FROM c WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month";
    private readonly Container _small = client.GetContainer(BenchmarkData.Database, BenchmarkData.Small);
    private readonly Container _large = client.GetContainer(BenchmarkData.Database, BenchmarkData.Large);

    public Task ReadAsync(int number)
    {
        var id = string.Create(CultureInfo.InvariantCulture, $"d-{number % 20_000:D7}");
        return _large.ReadItemAsync<Delivery>(id, new PartitionKey(id));
    }

    public Task FanOutAsync(int number) => FanOutAsync(_large, number);

    public Task FanOutSmallAsync(int number) => FanOutAsync(_small, number);

    private static async Task FanOutAsync(Container container, int number)
    {
        var query = new QueryDefinition(Query)
            .WithParameter("@ownerId", string.Create(CultureInfo.InvariantCulture, $"owner-{number % BenchmarkData.Owners:D4}"))
            .WithParameter("@year", 2024)
            .WithParameter("@month", 1 + (number % 2));
        using var pages = container.GetItemQueryIterator<Delivery>(query, null, new QueryRequestOptions { MaxConcurrency = -1 });
        var found = 0;
        while (pages.HasMoreResults)
        {
            found += (await pages.ReadNextAsync()).Count;
        }

        if (found != BenchmarkData.PerMonth)
        {
            throw new InvalidOperationException($"The query found {found} deliveries, not {BenchmarkData.PerMonth}.");
        }
    }

    private sealed record Delivery(string Id, string OwnerId, int Year, int Month, string Note);
}
