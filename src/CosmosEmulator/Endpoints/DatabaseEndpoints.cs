using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

internal sealed class DatabaseEndpoints(Account account)
{
    public CosmosResponse List()
    {
        var feed = ResourceJson.ToFeed("", "Databases", account.Databases.Select(database => database.ToJson()));
        return new CosmosResponse { Status = CosmosStatus.Ok, Feed = feed, ItemCount = feed.Count };
    }

    public CosmosResponse Create(CosmosRequest request)
    {
        if (request.Header(CosmosHeaders.OfferThroughput) is not null || request.Header(CosmosHeaders.OfferAutopilot) is not null)
        {
            return CosmosErrors.NotSupported("Throughput shared by a database's containers");
        }

        var id = ResourceJson.ReadId(request.Body);
        if (DocumentId.FindNameFault(id) is { } fault)
        {
            return CosmosErrors.BadRequest(fault);
        }

        return account.CreateDatabase(id!) is { } database
            ? Answer(CosmosStatus.Created, database)
            : CosmosErrors.Conflict($"The database '{id}'");
    }

    public CosmosResponse Read(CosmosRequest request) =>
        account.FindDatabase(request.Path.Database) is { } database ? Answer(CosmosStatus.Ok, database) : NotFound(request);

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
