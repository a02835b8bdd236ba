using System.Net.Http.Headers;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Headers of the Cosmos DB protocol that spans and metrics use.</summary>
internal static class CosmosHeaders
{
    public const string IsQuery = "x-ms-documentdb-isquery";
    public const string IsUpsert = "x-ms-documentdb-is-upsert";
    public const string ItemCount = "x-ms-item-count";
    public const string PartitionKeyRangeId = "x-ms-documentdb-partitionkeyrangeid";
    public const string QueryPlanRequest = "x-ms-cosmos-is-query-plan-request";
    public const string RequestCharge = "x-ms-request-charge";
    public const string RequestDurationMilliseconds = "x-ms-request-duration-ms";
    public const string RetryAfterMilliseconds = "x-ms-retry-after-ms";
    public const string SubStatus = "x-ms-substatus";

    public static string? Find(HttpHeaders headers, string name) =>
        headers.TryGetValues(name, out var values) ? values.First() : null;
}
