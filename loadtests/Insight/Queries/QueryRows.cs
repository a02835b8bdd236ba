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
