using System.Text.Json;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>Items in Cosmos DB, partitioned by owner.</summary>
internal sealed class ItemStore(CosmosClient client, IOptions<ItemOptions> options)
{
    public const int FirstItems = 25;

    private static readonly ItemRequestOptions WithoutEcho = new() { EnableContentResponseOnWrite = false };

    private readonly Container _container = client.GetContainer(options.Value.Database, options.Value.Container);

    /// <summary>Two calls one after the other: one page of items, then their number.</summary>
    public async Task<ItemList> ReadAsync(string ownerId, CancellationToken cancellationToken)
    {
        var items = await ReadFirstAsync(ownerId, cancellationToken);
        return new ItemList(items, await CountAsync(ownerId, cancellationToken));
    }

    /// <param name="wanted">Found valid: with an owner and a name.</param>
    public async Task<Item> CreateAsync(NewItem wanted, CancellationToken cancellationToken)
    {
        var item = new Item(Guid.CreateVersion7().ToString("N"), wanted.OwnerId!, wanted.Name!, wanted.WeightKilograms);
        await _container.CreateItemAsync(item, new PartitionKey(item.OwnerId), WithoutEcho, cancellationToken);
        return item;
    }

    /// <summary>The feed of a partition key, which spares the SDK the parsing of a query.</summary>
    private async Task<IReadOnlyList<Item>> ReadFirstAsync(string ownerId, CancellationToken cancellationToken)
    {
        using var pages = _container.GetItemQueryStreamIterator(requestOptions: Of(ownerId, FirstItems));
        return await ReadPageAsync<Item>(pages, cancellationToken);
    }

    /// <summary>Rows of one figure each, counted here: the emulator has no aggregates.</summary>
    private async Task<int> CountAsync(string ownerId, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition("SELECT VALUE 1 FROM c WHERE c.ownerId = @ownerId").WithParameter("@ownerId", ownerId);
        using var pages = _container.GetItemQueryStreamIterator(query, requestOptions: Of(ownerId, pageSize: -1));
        var count = 0;
        while (pages.HasMoreResults)
        {
            count += (await ReadPageAsync<int>(pages, cancellationToken)).Count;
        }

        return count;
    }

    /// <summary>A page in one go: the SDK's typed iterators make a document of each row first, at some three times the memory.</summary>
    private static async Task<IReadOnlyList<T>> ReadPageAsync<T>(FeedIterator pages, CancellationToken cancellationToken)
    {
        using var response = (await pages.ReadNextAsync(cancellationToken)).EnsureSuccessStatusCode();
        var page = await JsonSerializer.DeserializeAsync<Page<T>>(response.Content, JsonSerializerOptions.Web, cancellationToken);
        return page?.Documents ?? [];
    }

    private static QueryRequestOptions Of(string ownerId, int pageSize) =>
        new() { MaxItemCount = pageSize, PartitionKey = new PartitionKey(ownerId) };

    private sealed record Page<T>(IReadOnlyList<T> Documents);
}
