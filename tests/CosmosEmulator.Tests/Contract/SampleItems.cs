using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Items of owners o0 to o3 in months 1 to 3, three each, and queries for them.</summary>
internal static class SampleItems
{
    private const string Study = "SELECT * FROM c WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month";

    public static IEnumerable<DeliveryItem> All =>
        from owner in Enumerable.Range(0, 4)
        from month in Enumerable.Range(1, 3)
        from number in Enumerable.Range(0, 3)
        select new DeliveryItem($"o{owner}-{month}-{number}", $"o{owner}", Month: month);

    public static async Task<Container> CreateAsync(ContractDatabase database, string partitionKeyPath)
    {
        var container = await database.CreateContainerAsync(partitionKeyPath, throughput: 10_000);
        await FillAsync(container);
        return container;
    }

    public static async Task FillAsync(Container container)
    {
        foreach (var item in All)
        {
            await container.CreateItemAsync(item);
        }
    }

    public static QueryDefinition StudyQuery(string ownerId, int year, int month) =>
        new QueryDefinition(Study).WithParameter("@ownerId", ownerId).WithParameter("@year", year).WithParameter("@month", month);

    public static async Task<List<T>> ReadAllAsync<T>(Container container, QueryDefinition query, QueryRequestOptions? options)
    {
        using var iterator = container.GetItemQueryIterator<T>(query, null, options);
        return await iterator.ReadAllAsync();
    }
}
