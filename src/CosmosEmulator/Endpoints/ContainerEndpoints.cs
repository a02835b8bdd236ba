using System.Globalization;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

internal sealed class ContainerEndpoints(Account account)
{
    // Ranges never change in a container's life, and a new container has another RID.
    private const string RangesETag = "\"1\"";

    public CosmosResponse List(CosmosRequest request)
    {
        if (account.FindDatabase(request.Path.Database) is not { } database)
        {
            return DatabaseNotFound(request);
        }

        var containers = database.Containers.Select(container => container.ToJson());
        var feed = ResourceJson.ToFeed(database.Rid, "DocumentCollections", containers);
        return new CosmosResponse { Status = CosmosStatus.Ok, Feed = feed, ItemCount = feed.Count };
    }

    public CosmosResponse Create(CosmosRequest request)
    {
        if (account.FindDatabase(request.Path.Database) is not { } database)
        {
            return DatabaseNotFound(request);
        }

        if (request.Header(CosmosHeaders.OfferAutopilot) is not null)
        {
            return CosmosErrors.NotSupported("Autoscale throughput");
        }

        var throughput = ReadThroughput(request.Header(CosmosHeaders.OfferThroughput));
        if (Offer.FindFault(throughput, Offer.LowestThroughput) is { } offerFault)
        {
            return CosmosErrors.BadRequest(offerFault);
        }

        if (ContainerDefinition.Parse(request.Body, out var fault) is not { } definition)
        {
            return CosmosErrors.BadRequest(fault!);
        }

        return account.CreateContainer(database, definition, throughput) is { } container
            ? Answer(CosmosStatus.Created, container)
            : CosmosErrors.Conflict($"The container '{definition.Id}' exists already.");
    }

    public CosmosResponse Read(CosmosRequest request) =>
        account.FindContainer(request.Path) is { } container ? Answer(CosmosStatus.Ok, container) : NotFound(request);

    public CosmosResponse Replace(CosmosRequest request)
    {
        if (account.FindContainer(request.Path) is not { } container)
        {
            return NotFound(request);
        }

        if (ContainerDefinition.Parse(request.Body, out var fault) is not { } definition)
        {
            return CosmosErrors.BadRequest(fault!);
        }

        if (definition.Id != container.Id || !definition.PartitionKeyPath.Equals(container.Definition.PartitionKeyPath))
        {
            return CosmosErrors.BadRequest("The id and the partition key of a container cannot be changed.");
        }

        container.Redefine(definition);
        return Answer(CosmosStatus.Ok, container);
    }

    public CosmosResponse Delete(CosmosRequest request) =>
        account.FindContainer(request.Path) is { } container && container.Database.Remove(container)
            ? new CosmosResponse { Status = CosmosStatus.NoContent }
            : NotFound(request);

    public CosmosResponse ListPartitionKeyRanges(CosmosRequest request)
    {
        if (account.FindContainer(request.Path) is not { } container)
        {
            return CosmosErrors.OwnerNotFound(request.Path);
        }

        // The client repeats the request with the tag it was given, and goes on when nothing is new.
        if (request.Header("If-None-Match") == RangesETag)
        {
            return new CosmosResponse
            {
                Status = CosmosStatus.NotModified,
                Container = container,
                ETag = RangesETag,
                ItemCount = 0,
            };
        }

        var feed = ResourceJson.ToFeed(container.Rid, "PartitionKeyRanges", PartitionKeyRangeJson.Of(container));
        return new CosmosResponse
        {
            Status = CosmosStatus.Ok,
            Container = container,
            Feed = feed,
            ETag = RangesETag,
            ItemCount = feed.Count,
        };
    }

    // What is no number is no throughput either: 0 is refused with the rest.
    private static int ReadThroughput(string? header) =>
        header is null ? Offer.LowestThroughput
        : int.TryParse(header, NumberStyles.None, CultureInfo.InvariantCulture, out var throughput) ? throughput
        : 0;

    private static CosmosResponse DatabaseNotFound(CosmosRequest request) =>
        CosmosErrors.NotFound($"The database '{request.Path.Database}'");

    private static CosmosResponse NotFound(CosmosRequest request) =>
        CosmosErrors.NotFound($"The container '{request.Path.Container}' of database '{request.Path.Database}'");

    private static CosmosResponse Answer(int status, Container container) => new()
    {
        Status = status,
        Container = container,
        Body = ResourceJson.ToBytes(container.ToJson()),
        ETag = container.ETag,
    };
}
