using System.Text.Json;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>Items in Cosmos DB, partitioned by owner.</summary>
internal sealed class ItemStore(CosmosClient client, IOptions<ItemOptions> options)
{
    public const int FirstItems = 25;

    private static readonly ItemRequestOptions WithoutContent = new() { EnableContentResponseOnWrite = false };

    private readonly Container _container = client.GetContainer(options.Value.Database, options.Value.Container);

    /// <summary>Two calls in sequence: one page of items, then their number.</summary>
    public async Task<ItemList> ReadAsync(string ownerId, CancellationToken cancellationToken)
    {
        var items = await ReadFirstAsync(ownerId, cancellationToken);
        return new ItemList(items, await CountAsync(ownerId, cancellationToken));
    }

    /// <param name="request">Validated: with an owner and a name.</param>
    public async Task<Item> CreateAsync(NewItem request, CancellationToken cancellationToken)
    {
        var item = new Item(Guid.CreateVersion7().ToString("N"), request.OwnerId!, request.Name!, request.WeightKilograms);
        await _container.CreateItemAsync(item, new PartitionKey(item.OwnerId), WithoutContent, cancellationToken);
        return item;
    }

    /// <summary>Reads the feed of a partition key, for which the SDK does not parse a query.</summary>
    private async Task<IReadOnlyList<Item>> ReadFirstAsync(string ownerId, CancellationToken cancellationToken)
    {
        using var pages = _container.GetItemQueryStreamIterator(requestOptions: OptionsFor(ownerId, FirstItems));
        return await ReadPageAsync<Item>(pages, cancellationToken);
    }

    private async Task<int> CountAsync(string ownerId, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition("SELECT VALUE COUNT(1) FROM c WHERE c.ownerId = @ownerId").WithParameter("@ownerId", ownerId);
        using var pages = _container.GetItemQueryStreamIterator(query, requestOptions: OptionsFor(ownerId, pageSize: -1));
        var count = 0;
        while (pages.HasMoreResults)
        {
            // A page may be empty, although others follow it.
            count += (await ReadPageAsync<int>(pages, cancellationToken)).Sum();
        }

        return count;
    }

    /// <summary>
    /// Deserializes a page at once: the SDK's typed iterators create a document for each row first, with about three times the
    /// memory.
    /// </summary>
    private static async Task<IReadOnlyList<T>> ReadPageAsync<T>(FeedIterator pages, CancellationToken cancellationToken)
    {
        using var response = (await pages.ReadNextAsync(cancellationToken)).EnsureSuccessStatusCode();
        var page = await JsonSerializer.DeserializeAsync<Page<T>>(response.Content, JsonSerializerOptions.Web, cancellationToken);
        return page?.Documents ?? [];
    }

    private static QueryRequestOptions OptionsFor(string ownerId, int pageSize) =>
        new() { MaxItemCount = pageSize, PartitionKey = new PartitionKey(ownerId) };

    private sealed record Page<T>(IReadOnlyList<T> Documents);
}
