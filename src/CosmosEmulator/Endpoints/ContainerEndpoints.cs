using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

internal sealed class ContainerEndpoints(Account account, ResourceFeeds feeds)
{
    // As the service says it.
    private const string UniqueKeysText =
        "The unique index cannot be modified. To change the unique index, remove the collection and re-create a new one.";

    /// <summary>Lists the containers of a database, or queries them.</summary>
    public CosmosResponse ReadFeed(CosmosRequest request)
    {
        if (account.FindDatabase(request.Path.Database) is not { } database)
        {
            return CosmosErrors.OwnerNotFound(request.Path);
        }

        var containers = database.Containers.Select(container => (container.Number, container.ToJson()));
        return feeds.Read(request, database.Rid, "DocumentCollections", containers);
    }

    public CosmosResponse Create(CosmosRequest request)
    {
        if (account.FindDatabase(request.Path.Database) is not { } database)
        {
            return CosmosErrors.OwnerNotFound(request.Path);
        }

        var throughput = RequestedThroughput.ReadHeaders(request, out var throughputFault);
        if (throughputFault is not null)
        {
            return CosmosErrors.BadRequest(throughputFault);
        }

        if (ContainerDefinition.Parse(request.Body, out var fault) is not { } definition)
        {
            return CosmosErrors.BadRequest(fault!);
        }

        return account.CreateContainer(database, definition, throughput, out var areTooMany) is { } container
            ? Answer(CosmosStatus.Created, container)
            : areTooMany ? TooManyContainers()
            : CosmosErrors.Conflict($"The container '{definition.Id}'");
    }

    public CosmosResponse Read(CosmosRequest request)
    {
        if (account.FindContainer(request.Path) is not { } container)
        {
            return NotFound(request);
        }

        var isKnown = ETags.IsKnown(request.Header("If-None-Match"), container.ETag);
        var usage = request.HeaderIsTrue(CosmosHeaders.PopulateQuota) ? ContainerUsage.Read(container) : null;
        return Answer(isKnown ? CosmosStatus.NotModified : CosmosStatus.Ok, container, usage);
    }

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

        if (definition.Id != container.Id || !definition.PartitionKeyPaths.SequenceEqual(container.Definition.PartitionKeyPaths))
        {
            return CosmosErrors.BadRequest("The id and the partition key of a container cannot be changed.");
        }

        if (!definition.UniqueKeys.HasSamePaths(container.Definition.UniqueKeys))
        {
            return CosmosErrors.Create(CosmosStatus.Forbidden, CosmosErrors.Text(UniqueKeysText));
        }

        if (!definition.HasSameConflictResolution(container.Definition))
        {
            return CosmosErrors.BadRequest("The conflict resolution policy of a container cannot be changed.");
        }

        return container.TryRedefine(definition, request.Header("If-Match"))
            ? Answer(CosmosStatus.Ok, container)
            : CosmosErrors.PreconditionFailed();
    }

    public CosmosResponse Delete(CosmosRequest request) =>
        account.FindContainer(request.Path) is not { } container ? NotFound(request)
        : !ETags.Allow(request.Header("If-Match"), container.ETag) ? CosmosErrors.PreconditionFailed()
        : container.Database.Remove(container) ? new CosmosResponse { Status = CosmosStatus.NoContent }
        : NotFound(request);

    public CosmosResponse ListPartitionKeyRanges(CosmosRequest request)
    {
        if (account.FindContainer(request.Path) is not { } container)
        {
            return CosmosErrors.OwnerNotFound(request.Path);
        }

        // The client repeats the request with the tag it was given, and goes on when nothing is new.
        var tag = $"\"{container.Partitions.Version}\"";
        if (request.Header("If-None-Match") == tag)
        {
            return new CosmosResponse
            {
                Status = CosmosStatus.NotModified,
                Container = container,
                ETag = tag,
                ItemCount = 0,
            };
        }

        var feed = ResourceJson.ToFeed(container.Rid, "PartitionKeyRanges", PartitionKeyRangeJson.Create(container));
        return new CosmosResponse
        {
            Status = CosmosStatus.Ok,
            Container = container,
            Feed = feed,
            ETag = tag,
            ItemCount = feed.Count,
        };
    }

    // As the service says it.
    private static CosmosResponse TooManyContainers() => new()
    {
        Status = CosmosStatus.BadRequest,
        SubStatus = CosmosSubStatus.SharedThroughputContainerCountExceeded,
        Error = "Collection create forbidden as collection count in database offer has exceeded "
            + $"{SharedThroughput.MaxContainers}.",
    };

    private static CosmosResponse NotFound(CosmosRequest request) =>
        CosmosErrors.NotFound($"The container '{request.Path.Container}' of database '{request.Path.Database}'");

    private static CosmosResponse Answer(int status, Container container, ContainerUsage? usage = null)
    {
        var json = container.ToJson();
        return new()
        {
            Status = status,
            Container = container,
            Body = ResourceJson.ToBytes(json),
            ETag = ResourceJson.ReadETag(json),
            Usage = usage,

            // A policy is in force at once: a query that needs an index waits until it is built.
            IndexProgress = usage is null ? null : 100,
            ShareThroughput = container.Offer is null,
        };
    }
}
