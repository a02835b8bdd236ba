using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>The failures that more than one endpoint answers with.</summary>
internal static class CosmosErrors
{
    public static CosmosResponse BadRequest(string message) => Of(CosmosStatus.BadRequest, message);

    /// <summary>A part of Cosmos DB that the emulator lacks; <paramref name="feature"/> names it.</summary>
    public static CosmosResponse NotSupported(string feature) => BadRequest($"{feature} is not supported by this emulator.");

    public static CosmosResponse NotFound(string what) => Of(CosmosStatus.NotFound, $"{what} does not exist.");

    /// <summary>A call that manages the account, with an access token. The message is the service's.</summary>
    public static CosmosResponse NotForTokens(string account, string method, ResourcePath path) => new()
    {
        Status = CosmosStatus.Forbidden,
        SubStatus = CosmosSubStatus.NotForTokens,
        Error = $"Request blocked by Auth {account} : The given request [{method} {path.Text}] cannot be authorized by AAD token "
            + "in data plane. Learn more: https://aka.ms/cosmos-native-rbac.",
    };

    public static CosmosResponse Conflict(string message) => Of(CosmosStatus.Conflict, message);

    /// <summary>A data request names a container that does not exist.</summary>
    public static CosmosResponse OwnerNotFound(ResourcePath path) => new()
    {
        Status = CosmosStatus.NotFound,
        SubStatus = CosmosSubStatus.OwnerResourceNotFound,
        Error = $"Owner resource does not exist: container '{path.Container}' of database '{path.Database}'.",
    };

    public static CosmosResponse TooManyRequests(Container container, Partition partition, long retryAfterMs) => new()
    {
        Status = CosmosStatus.TooManyRequests,
        SubStatus = CosmosSubStatus.RequestUnitBudgetSpent,
        Kind = CallKind.Data,
        Charge = 0,
        Container = container,
        Partition = partition,
        RetryAfter = retryAfterMs,
        ItemCount = 0,
        Error = "Request rate is large. More Request Units may be needed, so no changes were made. "
            + "Please retry this request later.",
    };

    /// <summary>A data request that failed. It costs request units like one that found nothing.</summary>
    public static CosmosResponse Data(
        Container container, Partition? partition, int status, string message, int subStatus = CosmosSubStatus.None) => new()
        {
            Status = status,
            SubStatus = subStatus,
            Kind = CallKind.Data,
            Charge = RequestUnits.FailedCall,
            Container = container,
            Partition = partition,
            Error = message,
        };

    /// <summary>A failure that the settings ask for. The call was not carried out and costs nothing.</summary>
    public static CosmosResponse Planted(Container container, Partition partition, int status) => new()
    {
        Status = status,
        Kind = CallKind.Data,
        Charge = 0,
        Container = container,
        Partition = partition,
        Error = status switch
        {
            CosmosStatus.RequestTimeout => "Request timed out.",
            CosmosStatus.RetryWith => "Conflicting request to resource has been attempted. Retry to avoid conflicts.",
            CosmosStatus.InternalServerError => "An unknown error occurred while processing this request.",
            _ => "Service is currently unavailable.",
        } + " This is a fault that the emulator's settings ask for; no changes were made.",
    };

    public static CosmosResponse PartitionKeyUnreadable(Container container, string header) => Data(
        container,
        null,
        CosmosStatus.BadRequest,
        $"The partition key '{header}' is not a JSON array of one string, number, boolean or null.");

    public static CosmosResponse Of(int status, string message) => new() { Status = status, Error = message };
}
