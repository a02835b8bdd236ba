using System.Net;
using System.Text.Json.Nodes;
using DroneDelivery.Delivery.Containers;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Creates;

/// <summary>The deliveries that callers created, in the container that is queried.</summary>
internal sealed class CreatedDeliveries(CosmosClient client, IOptions<DeliveryOptions> options)
{
    private static readonly ItemRequestOptions WithoutAnswer = new() { EnableContentResponseOnWrite = false };

    private readonly DeliveryOptions _options = options.Value;
    private readonly Container _container = client.GetContainer(options.Value.Database, options.Value.DeliveryContainer);

    /// <summary>
    /// Returns once the delivery is in the database, however often and by however many at once the same create is sent: the
    /// document's id follows from owner and key, and the database takes an id once.
    /// </summary>
    public async Task<CreateResult> CreateAsync(string key, NewDelivery request, CancellationToken cancellationToken)
    {
        var delivery = CreatedDocument.DeliveryOf(IdempotencyKey.DeliveryIdFor(request.OwnerId!, key), request);
        var partitionKey = new PartitionKey(_options.IsByOwner ? delivery.OwnerId : delivery.DeliveryId);
        if (await TryAddAsync(CreatedDocument.Write(delivery, request), partitionKey, cancellationToken))
        {
            return new(CreateOutcome.Created, delivery);
        }

        JsonObject there = await _container.ReadItemAsync<JsonObject>(
            delivery.DeliveryId, partitionKey, cancellationToken: cancellationToken);
        var outcome = CreatedDocument.IsFrom(request, there) ? CreateOutcome.Replayed : CreateOutcome.Mismatched;
        return new(outcome, CreatedDocument.Read(there));
    }

    /// <summary>All of them, as far as they are counted: what this costs grows with their number.</summary>
    public async Task<List<CountedDelivery>> ReadCountedAsync(CancellationToken cancellationToken)
    {
        var query = new QueryDefinition(
            "SELECT c.deliveryId, c.ownerId, c.year, c.month, c.status FROM c WHERE c.origin = @origin")
            .WithParameter("@origin", CreatedDocument.Origin);
        var all = new List<CountedDelivery>();
        // One partition after another: nobody waits for it but a start.
        using var pages = _container.GetItemQueryIterator<CountedDelivery>(query);
        while (pages.HasMoreResults)
        {
            all.AddRange(await pages.ReadNextAsync(cancellationToken));
        }

        return all;
    }

    private async Task<bool> TryAddAsync(JsonObject document, PartitionKey partitionKey, CancellationToken cancellationToken)
    {
        using var body = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(document.ToJsonString()));
        // The stream's way throws no exception where there is such a document: a replay is no failure.
        using var response = await _container.CreateItemStreamAsync(body, partitionKey, WithoutAnswer, cancellationToken);
        if (response.StatusCode == HttpStatusCode.Conflict)
        {
            return false;
        }

        response.EnsureSuccessStatusCode();
        return true;
    }
}
