namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>
/// A row of <c>calls-per-operation</c>: the database calls of one call of the operation under study. In order of the partitions'
/// ids, then <c>data</c>, <c>plan</c>, <c>all</c>; none if nothing was traced.
/// </summary>
/// <param name="Partition">A partition's id, or <c>data</c>, <c>plan</c> or <c>all</c> for the sums over those calls.</param>
/// <param name="Operations">The number of traced calls of the operation in the means.</param>
public sealed record OperationCalls(
    string Partition, long Operations, long Calls, double CallsPerOperation, double ThrottledPerOperation, double RuPerOperation);

/// <summary>
/// A row of <c>slowest</c>, the slowest request first, at most 20. Values from its trace are null or 0 if the trace was not kept.
/// </summary>
/// <param name="LateMs">How late the load generator sent the request; null for an imported run.</param>
/// <param name="EntryMs">The duration of the span of the entry service, including calls to backends.</param>
/// <param name="SlowestCall">The backend call with the longest duration: service and route.</param>
public sealed record SlowRequest(
    string TraceId, double LatencyMs, int Status, string? Error, double? LateMs, double? EntryMs, string? SlowestCall,
    double? SlowestCallMs, long CosmosCalls, long Throttled)
{
    /// <summary>The sum over all calls to Cosmos DB, including parallel ones.</summary>
    public required double CosmosMs { get; init; }

    /// <summary>The retry-after times, summed over all throttled calls.</summary>
    public required double RetryAfterMs { get; init; }
}

/// <summary>
/// A row of <c>by-dependency</c>, the slowest on average first: calls from the entry service, which has the root spans, to
/// another one, or from any service to Cosmos DB, over the uniform sample of traces.
/// </summary>
public sealed record DependencyCalls(
    string Caller, string Dependency, long Calls, double MeanMs, double P50Ms, double P95Ms, long Failed)
{
    internal bool IsDatabaseCall => Dependency.StartsWith("cosmos ", StringComparison.Ordinal);
}

/// <summary>
/// A row of <c>by-partition</c>: one physical partition over the whole run. Times are of the traced data calls that were not
/// throttled.
/// </summary>
/// <param name="PeakPercentOfBudget">Null if the budget is 0.</param>
public sealed record PartitionUse(
    string Partition, long Calls, long Throttled, double Ru, double PeakRuPerSecond, double BudgetRuPerSecond,
    double? PeakPercentOfBudget)
{
    public required double? MeanMs { get; init; }

    /// <summary>The mean duration of a call as the database reports it.</summary>
    public required double? MeanServiceMs { get; init; }
}

/// <summary>A row of <c>by-status</c>: answers with one status. <paramref name="Status"/> is 0 if there was no answer.</summary>
public sealed record AnswersByStatus(string AnsweredBy, int Status, long Answers, double Percent);
