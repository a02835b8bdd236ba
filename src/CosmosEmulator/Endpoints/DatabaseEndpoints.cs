using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

internal sealed class DatabaseEndpoints(Account account, ResourceFeeds feeds)
{
    /// <summary>Lists the databases, or queries them.</summary>
    public CosmosResponse ReadFeed(CosmosRequest request) => feeds.Read(
        request, ownerRid: "", "Databases", account.Databases.Select(database => (database.Number, database.ToJson())));

    public CosmosResponse Create(CosmosRequest request)
    {
        var throughput = RequestedThroughput.ReadHeaders(request, out var throughputFault);
        var id = ResourceJson.ReadId(request.Body);
        if ((throughputFault ?? DocumentId.FindNameFault(id)) is { } fault)
        {
            return CosmosErrors.BadRequest(fault);
        }

        return account.CreateDatabase(id!, throughput) is { } database
            ? Answer(CosmosStatus.Created, database)
            : CosmosErrors.Conflict($"The database '{id}'");
    }

    public CosmosResponse Read(CosmosRequest request) =>
        account.FindDatabase(request.Path.Database) is not { } database ? NotFound(request)
        : ETags.IsKnown(request.Header("If-None-Match"), database.ETag) ? Answer(CosmosStatus.NotModified, database)
        : Answer(CosmosStatus.Ok, database);

    public CosmosResponse Delete(CosmosRequest request) =>
        account.FindDatabase(request.Path.Database) is not { } database ? NotFound(request)
        : !ETags.Allow(request.Header("If-Match"), database.ETag) ? CosmosErrors.PreconditionFailed()
        : account.RemoveDatabase(database) ? new CosmosResponse { Status = CosmosStatus.NoContent }
        : NotFound(request);

    private static CosmosResponse NotFound(CosmosRequest request) =>
        CosmosErrors.NotFound($"The database '{request.Path.Database}'");

    private static CosmosResponse Answer(int status, Database database) =>
        new() { Status = status, Body = ResourceJson.ToBytes(database.ToJson()), ETag = database.ETag };
}
