using System.Text.Json;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Responses;

/// <summary>The failures that more than one endpoint answers with.</summary>
internal static class CosmosErrors
{
    private const string Help = " Learn more: https://aka.ms/cosmosdb-tsg-";

    private static readonly string TooManyRequestsText = Text(
        "Request rate is large. More Request Units may be needed, so no changes were made. Please retry this request later. "
        + "Learn more: http://aka.ms/cosmosdb-error-429");

    public static CosmosResponse BadRequest(string message) => Create(CosmosStatus.BadRequest, message);

    /// <summary>A part of Cosmos DB that the emulator lacks; <paramref name="feature"/> names it.</summary>
    public static CosmosResponse NotSupported(string feature) => BadRequest($"{feature} is not supported by this emulator.");

    /// <summary>The client asks for the addresses of servers, as the SDK does in Direct mode.</summary>
    public static CosmosResponse DirectModeNotSupported() => BadRequest(
        "Direct mode is not supported by this emulator: set ConnectionMode.Gateway in the options of the client.");

    /// <summary>What a request reads, changes or deletes does not exist.</summary>
    public static CosmosResponse NotFound(string what) => Create(CosmosStatus.NotFound, NotFoundText(what));

    /// <summary>The text of 404 as the service writes it, with the name of what is missing.</summary>
    public static string NotFoundText(string what) => Text($"Resource Not Found.{Help}not-found", $"{what} does not exist.");

    /// <summary>The text of 409 as the service writes it, with the name of what exists.</summary>
    public static string ConflictText(string what) =>
        Text($"Resource with specified id or name already exists.{Help}conflict", $"{what} exists already.");

    /// <summary>The text of 409 on a unique key as the service writes it.</summary>
    public static string UniqueKeyText { get; } = Text(
        $"Resource with specified id, name, or unique index already exists.{Help}conflict",
        "Another item with this partition key has the same values for a unique key.");

    /// <summary>The text of 412 as the service writes it.</summary>
    public static string PreconditionText { get; } = Text("One of the specified pre-condition is not met.");

    /// <summary>The text of 400 on a patch as the service writes it.</summary>
    public static string PatchText(string fault) => Text($"{fault} Learn more: https://aka.ms/cosmosdbpatchdocs");

    /// <summary>A call that manages the account, with an access token. The message is the service's.</summary>
    public static CosmosResponse NotForTokens(string account, string method, ResourcePath path) => new()
    {
        Status = CosmosStatus.Forbidden,
        SubStatus = CosmosSubStatus.NotForTokens,
        Error = $"Request blocked by Auth {account} : The given request [{method} {path.Text}] cannot be authorized by AAD token "
            + "in data plane. Learn more: https://aka.ms/cosmos-native-rbac.",
    };

    /// <summary>If-Match of a request that changes a database, a container or an offer does not match.</summary>
    public static CosmosResponse PreconditionFailed() => Create(CosmosStatus.PreconditionFailed, PreconditionText);

    public static CosmosResponse Conflict(string what) => Create(CosmosStatus.Conflict, ConflictText(what));

    /// <summary>The container or the database that should hold what a request names does not exist.</summary>
    public static CosmosResponse OwnerNotFound(ResourcePath path) => new()
    {
        Status = CosmosStatus.NotFound,
        SubStatus = CosmosSubStatus.OwnerResourceNotFound,
        Error = Text(
            "Owner resource does not exist",
            path.Container.Length == 0 ? $"Database '{path.Database}'" : $"Container '{path.Container}' of database '{path.Database}'"),
    };

    public static CosmosResponse TooManyRequests(Container container, Partition partition, long retryAfterMs) => new()
    {
        Status = CosmosStatus.TooManyRequests,
        SubStatus = CosmosSubStatus.RequestUnitBudgetSpent,
        Kind = CallKind.Data,
        Charge = default,
        Container = container,
        Partition = partition,
        RetryAfter = retryAfterMs,
        ItemCount = 0,
        Error = TooManyRequestsText,
    };

    /// <summary>A data request that failed. It costs request units like one that found nothing.</summary>
    public static CosmosResponse Data(
        Container container, Partition? partition, int status, string message, int subStatus = CosmosSubStatus.None) => new()
        {
            Status = status,
            SubStatus = subStatus,
            Kind = CallKind.Data,
            Charge = Charges.FailedCall,
            Container = container,
            Partition = partition,
            Error = message,
        };

    /// <summary>A failure that the settings ask for. The call was not carried out and costs nothing.</summary>
    public static CosmosResponse Planted(Container container, Partition partition, int status) => new()
    {
        Status = status,
        Kind = CallKind.Data,
        Charge = default,
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

    /// <summary>No range of the container has the id: it was replaced, or is of an earlier container of the same name.</summary>
    public static CosmosResponse RangeGone(Container container, string id) => Data(
        container,
        null,
        CosmosStatus.Gone,
        $"The partition key range '{id}' is gone.",
        container.Layout.IsRetired(id) ? CosmosSubStatus.NameCacheStale : CosmosSubStatus.PartitionKeyRangeGone);

    public static CosmosResponse PartitionKeyUnreadable(Container container, string header) => Data(
        container,
        null,
        CosmosStatus.BadRequest,
        $"The partition key '{header}' is not a JSON array of strings, numbers, booleans or nulls.");

    /// <summary>No item has the key of the request.</summary>
    /// <param name="fault">What is wrong with one of its values.</param>
    public static CosmosResponse PartitionKeyValue(Container container, string fault) =>
        Data(container, null, CosmosStatus.BadRequest, $"A value of the partition key {fault}.");

    /// <summary>The key of the request has not one value for each path of the container's. The message is the service's.</summary>
    public static CosmosResponse PartitionKeyLevels(Container container, bool isFewer) => Data(
        container,
        null,
        CosmosStatus.BadRequest,
        $"The partition key supplied in x-ms-partitionkey header has {(isFewer ? "fewer" : "more")} components than defined in "
            + "the the collection.",
        CosmosSubStatus.PartitionKeyMismatch);

    public static CosmosResponse Create(int status, string message) => new() { Status = status, Error = message };

    /// <summary>The form in which the service's gateway passes on the texts of a partition; tools look for them in it.</summary>
    public static string Text(params string[] errors) => $"Message: {JsonSerializer.Serialize(new { Errors = errors }, ReadableJson.Options)}";
}
