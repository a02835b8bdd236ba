using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Lists and queries of resources that cannot be created in the emulator. They are always empty, but tools that show an account
/// read them.
/// </summary>
internal sealed class EmptyFeedEndpoints(Account account, ResourceFeeds feeds)
{
    public CosmosResponse Read(CosmosRequest request)
    {
        var path = request.Path;
        var ownerRid = path.Container.Length == 0 ? account.FindDatabase(path.Database)?.Rid : account.FindContainer(path)?.Rid;
        return ownerRid is null ? CosmosErrors.OwnerNotFound(path) : feeds.Read(request, ownerRid, NameOf(path), []);
    }

    // The service's name for the array of rows.
    private static string NameOf(ResourcePath path) => path.Text.Trim('/').Split('/')[^1] switch
    {
        "sprocs" => "StoredProcedures",
        "triggers" => "Triggers",
        "udfs" => "UserDefinedFunctions",
        "conflicts" => "Conflicts",
        "users" => "Users",
        _ => "ClientEncryptionKeys",
    };
}
