using System.Net;
using System.Text.Json.Nodes;
using DroneDelivery.Delivery.Storage;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Creates;

/// <summary>Adds the deliveries that clients create to the container that is queried.</summary>
internal sealed class CreatedDeliveries(CosmosClient client, IOptions<DeliveryOptions> options)
{
    private static readonly ItemRequestOptions WithoutContent = new() { EnableContentResponseOnWrite = false };

    private readonly DeliveryOptions _options = options.Value;
    private readonly Container _container = client.GetContainer(options.Value.Database, options.Value.DeliveryContainer);

    /// <summary>
    /// Returns once the delivery is in the database. Repeated or concurrent requests with one key create one delivery: the
    /// document's id is computed from owner, key and holder, and the database accepts an id once.
    /// </summary>
    /// <param name="key">The idempotency key.</param>
    /// <param name="holder">The holder of the API key; null without API keys.</param>
    public async Task<CreateResult> CreateAsync(
        string key, string? holder, NewDelivery request, CancellationToken cancellationToken)
    {
        var delivery = CreatedDocument.NewDelivery(IdempotencyKey.DeliveryIdFor(request.OwnerId!, key, holder), request);
        var partitionKey = new PartitionKey(_options.IsByOwner ? delivery.OwnerId : delivery.DeliveryId);
        if (await TryAddAsync(CreatedDocument.Write(delivery, request), partitionKey, cancellationToken))
        {
            return new(CreateOutcome.Created, delivery);
        }

        JsonObject existing = await _container.ReadItemAsync<JsonObject>(
            delivery.DeliveryId, partitionKey, cancellationToken: cancellationToken);
        var outcome = CreatedDocument.IsFrom(request, existing) ? CreateOutcome.Replayed : CreateOutcome.Mismatched;
        return new(outcome, CreatedDocument.Read(existing));
    }

    private async Task<bool> TryAddAsync(JsonObject document, PartitionKey partitionKey, CancellationToken cancellationToken)
    {
        using var body = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(document.ToJsonString()));
        // The stream API does not throw if the document exists: a replay is not a failure.
        using var response = await _container.CreateItemStreamAsync(body, partitionKey, WithoutContent, cancellationToken);
        if (response.StatusCode == HttpStatusCode.Conflict)
        {
            return false;
        }

        response.EnsureSuccessStatusCode();
        return true;
    }
}

internal enum CreateOutcome
{
    /// <summary>This request put the delivery into the database.</summary>
    Created,

    /// <summary>An earlier request with the same key and the same body had put it there.</summary>
    Replayed,

    /// <summary>The key was used for another body.</summary>
    Mismatched,
}

/// <param name="Outcome">The effect of the request.</param>
/// <param name="Delivery">The delivery in the database.</param>
internal readonly record struct CreateResult(CreateOutcome Outcome, Storage.Delivery Delivery);
