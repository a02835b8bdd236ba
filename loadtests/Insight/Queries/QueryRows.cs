namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The database calls of one call of the operation under study.</summary>
/// <param name="Partition">A partition's id, or <c>data</c>, <c>plan</c> or <c>all</c> for the sums over those calls.</param>
/// <param name="Operations">The number of traced calls of the operation in the means.</param>
public sealed record OperationCalls(
    string Partition,
    long Operations,
    long Calls,
    double CallsPerOperation,
    double ThrottledPerOperation,
    double RequestUnitsPerOperation);

/// <summary>A slow request. Values from its trace are null or 0 if the trace was not kept.</summary>
/// <param name="LateMs">How late the load generator sent the request.</param>
/// <param name="GatewayMs">The duration of the gateway's span, including calls to backends.</param>
/// <param name="SlowestCall">The backend call with the longest duration: service and route.</param>
/// <param name="CosmosMs">The sum over all calls to Cosmos DB, including parallel ones.</param>
/// <param name="ToldToWaitMs">The retry-after times, summed over all throttled calls.</param>
public sealed record SlowRequest(
    string TraceId,
    double LatencyMs,
    int Status,
    string? Error,
    double LateMs,
    double? GatewayMs,
    string? SlowestCall,
    double? SlowestCallMs,
    long CosmosCalls,
    double CosmosMs,
    long Throttled,
    double ToldToWaitMs);

/// <summary>Calls from one service to another or to Cosmos DB, over the uniform sample of traces.</summary>
public sealed record DependencyCalls(
    string Caller, string Dependency, long Calls, double MeanMs, double P50Ms, double P95Ms, long Failed);

/// <summary>One physical partition over the whole run. Times are of the traced data calls that were not throttled.</summary>
/// <param name="MeanServiceMs">The mean duration of a call as the database reports it.</param>
public sealed record PartitionUse(
    string Partition,
    long Calls,
    long Throttled,
    double RequestUnits,
    double PeakRequestUnitsPerSecond,
    double BudgetPerSecond,
    double PeakPercentOfBudget,
    double? MeanMs,
    double? MeanServiceMs);

/// <summary>Answers with one status. <paramref name="Status"/> is 0 if there was no answer.</summary>
public sealed record AnswersByStatus(string AnsweredBy, int Status, long Answers, double Percent);
