using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

internal static class DocumentStoreReads
{
    /// <summary>All documents that the index finds for all lookups.</summary>
    public static async Task<List<StoredDocument>> ReadAllAsync(this DocumentStore store, params IndexLookup[] lookups) =>
        await store.ReadAsync(lookups, afterNumber: 0, limit: int.MaxValue, TestContext.Current.CancellationToken);
}
