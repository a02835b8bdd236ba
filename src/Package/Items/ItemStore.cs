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

    public async Task<Item> CreateAsync(NewItem wanted, CancellationToken cancellationToken)
    {
        var item = new Item(Guid.CreateVersion7().ToString("N"), wanted.OwnerId, wanted.Name, wanted.WeightKilograms);
        await _container.CreateItemAsync(item, new PartitionKey(item.OwnerId), WithoutEcho, cancellationToken);
        return item;
    }

    private async Task<IReadOnlyList<Item>> ReadFirstAsync(string ownerId, CancellationToken cancellationToken)
    {
        using var pages = Query<Item>("SELECT * FROM c WHERE c.ownerId = @ownerId", ownerId, FirstItems);
        return [.. await pages.ReadNextAsync(cancellationToken)];
    }

    /// <summary>Rows of one figure each, counted here: the emulator has no aggregates.</summary>
    private async Task<int> CountAsync(string ownerId, CancellationToken cancellationToken)
    {
        using var pages = Query<int>("SELECT VALUE 1 FROM c WHERE c.ownerId = @ownerId", ownerId, pageSize: -1);
        var count = 0;
        while (pages.HasMoreResults)
        {
            count += (await pages.ReadNextAsync(cancellationToken)).Count;
        }

        return count;
    }

    private FeedIterator<T> Query<T>(string text, string ownerId, int pageSize) => _container.GetItemQueryIterator<T>(
        new QueryDefinition(text).WithParameter("@ownerId", ownerId),
        requestOptions: new() { MaxItemCount = pageSize, PartitionKey = new PartitionKey(ownerId) });
}
