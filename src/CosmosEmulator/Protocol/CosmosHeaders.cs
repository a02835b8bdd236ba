namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>Every header name of the protocol that the emulator reads or writes.</summary>
internal static class CosmosHeaders
{
    // Read and written.
    public const string ActivityId = "x-ms-activity-id";
    public const string Continuation = "x-ms-continuation";
    public const string PartitionKeyRangeId = "x-ms-documentdb-partitionkeyrangeid";
    public const string SessionToken = "x-ms-session-token";

    // Read.
    public const string BatchContinueOnError = "x-ms-cosmos-batch-continue-on-error";
    public const string ChangeFeed = "A-IM";
    public const string ConsistencyLevel = "x-ms-consistency-level";
    public const string ContentSerializationFormat = "x-ms-documentdb-content-serialization-format";
    public const string ContinuationLimit = "x-ms-documentdb-responsecontinuationtokenlimitinkb";
    public const string Date = "x-ms-date";
    public const string EndEpk = "x-ms-end-epk";
    public const string EnableCrossPartition = "x-ms-documentdb-query-enablecrosspartition";
    public const string IndexingDirective = "x-ms-indexing-directive";
    public const string IntendedContainerRid = "x-ms-cosmos-intended-collection-rid";
    public const string IsBatch = "x-ms-cosmos-is-batch-request";
    public const string IsBatchAtomic = "x-ms-cosmos-batch-atomic";
    public const string IsQuery = "x-ms-documentdb-isquery";
    public const string IsQueryPlan = "x-ms-cosmos-is-query-plan-request";
    public const string IsUpsert = "x-ms-documentdb-is-upsert";
    public const string MaxItemCount = "x-ms-max-item-count";
    public const string MigrateToAutopilot = "x-ms-cosmos-migrate-offer-to-autopilot";
    public const string MigrateToManual = "x-ms-cosmos-migrate-offer-to-manual-throughput";
    public const string OfferAutopilot = "x-ms-cosmos-offer-autopilot-settings";
    public const string OfferThroughput = "x-ms-offer-throughput";
    public const string PartitionKey = "x-ms-documentdb-partitionkey";
    public const string PopulateIndexMetrics = "x-ms-cosmos-populateindexmetrics";
    public const string PopulateIndexMetricsV2 = "x-ms-cosmos-populateindexmetrics-V2";
    public const string PopulateQueryMetrics = "x-ms-documentdb-populatequerymetrics";
    public const string PopulateQuota = "x-ms-documentdb-populatequotainfo";
    public const string PostTriggers = "x-ms-documentdb-post-trigger-include";
    public const string Prefer = "Prefer";
    public const string PreTriggers = "x-ms-documentdb-pre-trigger-include";
    public const string StartEpk = "x-ms-start-epk";

    // Written.
    public const string AltContentPath = "x-ms-alt-content-path";
    public const string ContentPath = "x-ms-content-path";
    public const string IndexProgress = "x-ms-documentdb-collection-index-transformation-progress";
    public const string IndexUtilization = "x-ms-cosmos-index-utilization";
    public const string ItemCount = "x-ms-item-count";
    public const string MinThroughput = "x-ms-cosmos-min-throughput";
    public const string QueryMetrics = "x-ms-documentdb-query-metrics";
    public const string RequestCharge = "x-ms-request-charge";
    public const string RequestDurationMs = "x-ms-request-duration-ms";
    public const string ResourceQuota = "x-ms-resource-quota";
    public const string ResourceUsage = "x-ms-resource-usage";
    public const string RetryAfterMs = "x-ms-retry-after-ms";
    public const string ServiceVersion = "x-ms-serviceversion";
    public const string ShareThroughput = "x-ms-share-throughput";
    public const string SubStatus = "x-ms-substatus";
}
