using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.ServiceDefaults.Listening;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The whole route table: what each resource and method leads to, and what is refused by name.</summary>
internal sealed class RequestRouter(
    AccountEndpoints account,
    DatabaseEndpoints databases,
    ContainerEndpoints containers,
    ItemEndpoints items,
    QueryEndpoints queries,
    ChangeFeedEndpoints changeFeed,
    BatchEndpoints batches,
    OfferEndpoints offers,
    EmptyFeedEndpoints emptyFeeds)
{
    /// <summary>
    /// Requests to items run on the thread that read them, often one that waits for sockets: those that may take long switch to
    /// the thread pool themselves. All others run on the thread pool.
    /// </summary>
    public ValueTask<CosmosResponse> RouteAsync(CosmosRequest request) =>
        IsToItems(request) ? RouteOnThisThreadAsync(request) : RouteOnThreadPoolAsync(request);

    private async ValueTask<CosmosResponse> RouteOnThreadPoolAsync(CosmosRequest request)
    {
        await SocketThreads.SwitchToThreadPoolAsync();
        return await RouteOnThisThreadAsync(request);
    }

    private ValueTask<CosmosResponse> RouteOnThisThreadAsync(CosmosRequest request) => (request.Path.Kind, request.Method) switch
    {
        (ResourceKind.Documents, "POST") => RoutePostToDocumentsAsync(request),
        (ResourceKind.Documents, "GET") => request.Header(CosmosHeaders.ChangeFeed) is null
            ? queries.ReadFeedAsync(request)
            : changeFeed.ReadAsync(request),
        (ResourceKind.Document, "PUT") => items.ReplaceAsync(request),
        (ResourceKind.Document, "PATCH") => items.PatchAsync(request),
        (ResourceKind.Document, "DELETE") => items.DeleteAsync(request),
        _ => ValueTask.FromResult(Route(request)),
    };

    private CosmosResponse Route(CosmosRequest request) => (request.Path.Kind, request.Method) switch
    {
        (ResourceKind.Account, "GET") => account.Read(request),

        (ResourceKind.Databases, "GET") => databases.ReadFeed(request),
        (ResourceKind.Databases, "POST") => IsQuery(request) ? databases.ReadFeed(request) : databases.Create(request),
        (ResourceKind.Database, "GET") => databases.Read(request),
        (ResourceKind.Database, "DELETE") => databases.Delete(request),

        (ResourceKind.Containers, "GET") => containers.ReadFeed(request),
        (ResourceKind.Containers, "POST") => IsQuery(request) ? containers.ReadFeed(request) : containers.Create(request),
        (ResourceKind.Container, "GET") => containers.Read(request),
        (ResourceKind.Container, "PUT") => containers.Replace(request),
        (ResourceKind.Container, "DELETE") => containers.Delete(request),
        (ResourceKind.PartitionKeyRanges, "GET") => containers.ListPartitionKeyRanges(request),

        (ResourceKind.Document, "GET") => items.Read(request),

        (ResourceKind.UnreachableDocument, _) => CosmosErrors.NotFound($"The resource '{request.Path.Text}'"),

        (ResourceKind.Offers, "GET" or "POST") => offers.ReadFeed(request),
        (ResourceKind.Offer, "GET") => offers.Read(request),
        (ResourceKind.Offer, "PUT") => offers.Replace(request),

        (ResourceKind.EmptyFeed, "GET") => emptyFeeds.Read(request),
        (ResourceKind.EmptyFeed, "POST") when IsQuery(request) => emptyFeeds.Read(request),

        (ResourceKind.EmptyFeed or ResourceKind.Unknown, _) => CosmosErrors.NotSupported($"The resource '{request.Path.Text}'"),
        _ => CosmosErrors.Create(
            CosmosStatus.MethodNotAllowed, $"{request.Method} of '{request.Path.Text}' is not supported by this emulator."),
    };

    // One path, four kinds of request: the headers tell them apart, in this order.
    private ValueTask<CosmosResponse> RoutePostToDocumentsAsync(CosmosRequest request) =>
        request.HeaderIsTrue(CosmosHeaders.IsQueryPlan) ? ValueTask.FromResult(queries.Plan(request))
        : request.HeaderIsTrue(CosmosHeaders.IsBatch) ? batches.ExecuteAsync(request)
        : IsQuery(request) ? queries.QueryAsync(request)
        : request.HeaderIsTrue(CosmosHeaders.IsUpsert) ? items.UpsertAsync(request)
        : items.CreateAsync(request);

    private static bool IsToItems(CosmosRequest request) =>
        request is { Path.Kind: ResourceKind.Document } or { Path.Kind: ResourceKind.Documents, Method: "POST" };

    private static bool IsQuery(CosmosRequest request) =>
        request.HeaderIsTrue(CosmosHeaders.IsQuery)
        || request.Header("Content-Type")?.StartsWith("application/query+json", StringComparison.OrdinalIgnoreCase) == true;
}
