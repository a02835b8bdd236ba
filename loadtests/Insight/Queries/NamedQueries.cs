namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>Typed results of the named queries for reports, from the same SQL as the <c>query</c> command.</summary>
public static class NamedQueries
{
    /// <summary>By partition, in order of ids, then <c>data</c>, <c>plan</c>, <c>all</c>; empty if nothing was traced.</summary>
    public static IReadOnlyList<OperationCalls> CallsPerOperation(RunDatabase run) =>
        Read(run, "calls-per-operation", row => new OperationCalls(
            row.Text("partition")!,
            row.Count("operations"),
            row.Count("calls"),
            row.Number("calls_per_operation"),
            row.Number("throttled_per_operation"),
            row.Number("ru_per_operation")));

    /// <summary>The slowest requests first, at most 20.</summary>
    public static IReadOnlyList<SlowRequest> Slowest(RunDatabase run) =>
        Read(run, "slowest", row => new SlowRequest(
            row.Text("trace_id")!,
            row.Number("latency_ms"),
            (int)row.Count("status"),
            row.Text("error"),
            row.Number("late_ms"),
            row.NumberOrNull("gateway_ms"),
            row.Text("slowest_call"),
            row.NumberOrNull("slowest_call_ms"),
            row.Count("cosmos_calls"),
            row.Number("cosmos_ms"),
            row.Count("throttled"),
            row.Number("told_to_wait_ms")));

    /// <summary>The slowest dependency on average first.</summary>
    public static IReadOnlyList<DependencyCalls> ByDependency(RunDatabase run) =>
        Read(run, "by-dependency", row => new DependencyCalls(
            row.Text("caller")!,
            row.Text("dependency")!,
            row.Count("calls"),
            row.Number("mean_ms"),
            row.Number("p50_ms"),
            row.Number("p95_ms"),
            row.Count("failed")));

    public static IReadOnlyList<PartitionUse> ByPartition(RunDatabase run) =>
        Read(run, "by-partition", row => new PartitionUse(
            row.Text("partition")!,
            row.Count("calls"),
            row.Count("throttled"),
            row.Number("ru"),
            row.Number("peak_ru_per_second"),
            row.Number("budget_ru_per_second"),
            row.Number("peak_percent_of_budget"),
            row.NumberOrNull("mean_ms"),
            row.NumberOrNull("mean_service_ms")));

    public static IReadOnlyList<AnswersByStatus> ByStatus(RunDatabase run) =>
        Read(run, "by-status", row => new AnswersByStatus(
            row.Text("answered_by")!, (int)row.Count("status"), row.Count("answers"), row.Number("percent")));

    private static IReadOnlyList<T> Read<T>(RunDatabase run, string query, Func<QueryRow, T> read) =>
        [.. run.Query(NamedQuery.Get(query).Sql, CancellationToken.None).Rows.Select(read)];
}
