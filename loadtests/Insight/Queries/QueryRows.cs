namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>What one call of the operation under study asks of the database.</summary>
/// <param name="Partition">A partition's id, or <c>data</c>, <c>plan</c> or <c>all</c> for the sums over those calls.</param>
/// <param name="Operations">Traced calls of the operation that the means are over.</param>
public sealed record OperationCalls(
    string Partition,
    long Operations,
    long Calls,
    double CallsPerOperation,
    double ThrottledPerOperation,
    double RequestUnitsPerOperation);

/// <summary>A slow request. What its trace would tell is null or 0 where the trace was not kept.</summary>
/// <param name="LateMs">How late the load generator sent it.</param>
/// <param name="GatewayMs">The gateway's own span, calls to backends included.</param>
/// <param name="SlowestCall">The backend call that took longest: service and route.</param>
/// <param name="CosmosMs">Sum over all calls to Cosmos DB, those at the same time too.</param>
/// <param name="ToldToWaitMs">Sum over all throttled calls.</param>
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
/// <param name="MeanServiceMs">What the database says that a call took it.</param>
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

/// <summary>Answers of one kind. <paramref name="Status"/> is 0 where no answer came.</summary>
public sealed record AnswersByStatus(string AnsweredBy, int Status, long Answers, double Percent);

/// <summary>One second of the load. <paramref name="MeanMs"/> is the mean latency of the requests that ended in it.</summary>
public sealed record ThrottledSecond(
    int Second,
    int Users,
    long Calls,
    long Throttled,
    double ThrottledPercent,
    double RequestUnits,
    double BusiestPercentOfBudget,
    double? MeanMs);
