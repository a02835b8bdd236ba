using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The whole route table: what each resource and method leads to, and what is refused by name.</summary>
internal sealed class RequestRouter(
    AccountEndpoints account,
    DatabaseEndpoints databases,
    ContainerEndpoints containers,
    ItemEndpoints items,
    QueryEndpoints queries,
    OfferEndpoints offers)
{
    public CosmosResponse Route(CosmosRequest request) => (request.Path.Kind, request.Method) switch
    {
        (ResourceKind.Account, "GET") => account.Read(request),

        (ResourceKind.Databases, "GET") => databases.List(),
        (ResourceKind.Databases, "POST") => IsQuery(request)
            ? CosmosErrors.NotSupported("A query of databases")
            : databases.Create(request),
        (ResourceKind.Database, "GET") => databases.Read(request),
        (ResourceKind.Database, "DELETE") => databases.Delete(request),

        (ResourceKind.Containers, "GET") => containers.List(request),
        (ResourceKind.Containers, "POST") => IsQuery(request)
            ? CosmosErrors.NotSupported("A query of containers")
            : containers.Create(request),
        (ResourceKind.Container, "GET") => containers.Read(request),
        (ResourceKind.Container, "PUT") => containers.Replace(request),
        (ResourceKind.Container, "DELETE") => containers.Delete(request),
        (ResourceKind.PartitionKeyRanges, "GET") => containers.ListPartitionKeyRanges(request),

        (ResourceKind.Documents, "POST") => RoutePostToDocuments(request),
        (ResourceKind.Documents, "GET") => request.Header(CosmosHeaders.ChangeFeed) is null
            ? queries.ReadFeed(request)
            : CosmosErrors.NotSupported("The change feed"),
        (ResourceKind.Document, "GET") => items.Read(request),
        (ResourceKind.Document, "PUT") => items.Replace(request),
        (ResourceKind.Document, "DELETE") => items.Delete(request),
        (ResourceKind.Document, "PATCH") => CosmosErrors.NotSupported("PATCH of an item"),

        (ResourceKind.Offers, "GET") => offers.List(),
        (ResourceKind.Offers, "POST") => offers.Query(request),
        (ResourceKind.Offer, "GET") => offers.Read(request),
        (ResourceKind.Offer, "PUT") => offers.Replace(request),

        (ResourceKind.Unknown, _) => CosmosErrors.NotSupported($"The resource '{request.Path.Text}'"),
        _ => CosmosErrors.Of(
            CosmosStatus.MethodNotAllowed, $"{request.Method} of '{request.Path.Text}' is not supported by this emulator."),
    };

    // One path, four kinds of request: the headers tell them apart, in this order.
    private CosmosResponse RoutePostToDocuments(CosmosRequest request)
    {
        if (request.HeaderIsTrue(CosmosHeaders.IsQueryPlan))
        {
            return queries.Plan(request);
        }

        if (request.HeaderIsTrue(CosmosHeaders.IsBatch))
        {
            return CosmosErrors.NotSupported("Transactional batch and bulk execution (HybridRow bodies)");
        }

        if (IsQuery(request))
        {
            return queries.Query(request);
        }

        return request.HeaderIsTrue(CosmosHeaders.IsUpsert) ? items.Upsert(request) : items.Create(request);
    }

    private static bool IsQuery(CosmosRequest request) =>
        request.HeaderIsTrue(CosmosHeaders.IsQuery)
        || request.Header("Content-Type")?.StartsWith("application/query+json", StringComparison.OrdinalIgnoreCase) == true;
}
