using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The container of a data request.</summary>
internal static class DataContainer
{
    /// <summary>The container, or null and the answer that refuses the request.</summary>
    public static Container? Find(Account account, CosmosRequest request, out CosmosResponse? refusal)
    {
        var container = account.FindContainer(request.Path);
        refusal = container is null ? CosmosErrors.OwnerNotFound(request.Path)
            : request.Header(CosmosHeaders.IntendedContainerRid) is { } rid && rid != container.Rid ? CosmosErrors.Data(
                container, null, CosmosStatus.BadRequest, $"The container is not the intended one, {rid}.",
                CosmosSubStatus.IncorrectContainerRid)
            : null;
        return refusal is null ? container : null;
    }
}
