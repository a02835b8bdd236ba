using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Throughput: clients look the offer up by the RID of its container or database, then read or replace it.</summary>
internal sealed class OfferEndpoints(Account account, ResourceFeeds feeds)
{
    /// <summary>Lists the offers, or queries them.</summary>
    public CosmosResponse ReadFeed(CosmosRequest request) => feeds.Read(
        request, ownerRid: "", "Offers", account.Offers.Select(each => (each.Offer.Number, each.Offer.ToJson())));

    public CosmosResponse Read(CosmosRequest request)
    {
        if (Find(request) is not ({ } offer, var container))
        {
            return NotFound(request);
        }

        var isKnown = ETags.IsKnown(request.Header("If-None-Match"), offer.ETag);
        return Answer(isKnown ? CosmosStatus.NotModified : CosmosStatus.Ok, offer, container);
    }

    public CosmosResponse Replace(CosmosRequest request)
    {
        if (Find(request) is not ({ } offer, var container))
        {
            return NotFound(request);
        }

        if (ResourceJson.ReadId(request.Body) is { } id && id != offer.Rid)
        {
            return CosmosErrors.BadRequest($"The id of the offer is '{offer.Rid}', not '{id}'.");
        }

        if (RequestedThroughput.ReadOffer(request, offer, out var fault) is not { } throughput)
        {
            return CosmosErrors.BadRequest(fault!);
        }

        return offer.TryReplace(throughput, request.Header("If-Match"))
            ? Answer(CosmosStatus.Ok, offer, container)
            : CosmosErrors.PreconditionFailed();
    }

    private (Offer? Offer, Container? Container) Find(CosmosRequest request)
    {
        foreach (var (offer, container) in account.Offers)
        {
            if (offer.Rid == request.Path.Item)
            {
                return (offer, container);
            }
        }

        return default;
    }

    private static CosmosResponse NotFound(CosmosRequest request) => CosmosErrors.NotFound($"The offer '{request.Path.Item}'");

    private static CosmosResponse Answer(int status, Offer offer, Container? container)
    {
        var json = offer.ToJson();
        return new()
        {
            Status = status,
            Container = container,
            Body = ResourceJson.ToBytes(json),
            ETag = ResourceJson.ReadETag(json),
            MinThroughput = offer.MinThroughput,
        };
    }
}
