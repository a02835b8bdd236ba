using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

internal static class FeedIterators
{
    /// <summary>The rows of all pages that are left.</summary>
    public static async Task<List<T>> ReadAllAsync<T>(this FeedIterator<T> pages)
    {
        var rows = new List<T>();
        while (pages.HasMoreResults)
        {
            rows.AddRange(await pages.ReadNextAsync(TestContext.Current.CancellationToken));
        }

        return rows;
    }
}
