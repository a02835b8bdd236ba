namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Headers of the Cosmos DB protocol that the spans use.</summary>
internal static class CosmosHeaders
{
    public const string ItemCount = "x-ms-item-count";
    public const string PartitionKeyRangeId = "x-ms-documentdb-partitionkeyrangeid";
    public const string QueryPlanRequest = "x-ms-cosmos-is-query-plan-request";
    public const string RequestCharge = "x-ms-request-charge";
    public const string RequestDurationMilliseconds = "x-ms-request-duration-ms";
    public const string RetryAfterMilliseconds = "x-ms-retry-after-ms";
    public const string SubStatus = "x-ms-substatus";
}
