namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>Data of a run without which a cause cannot be checked.</summary>
/// <param name="Name">What is missing where it is not met.</param>
internal sealed record Need(string Name, Func<RunEvidence, bool> IsMet)
{
    public static Need Traces { get; } = new("traces of whole requests", run => run.Requests.Count > 0);

    public static Need Cpu { get; } =
        new("CPU of processes, and no metric of it", run => run.Processes.Services.Any(run.Processes.CpuIsKnown));

    public static Need Lateness { get; } = new(
        "times at which requests were due and sent",
        run => run.UniformlyKept > 0 || run.Load.Generator.LatenessP50Ms is not null);

    public static Need TimedRequests { get; } = new("requests with a trace of their own", run => run.Breakdowns.Count > 0);

    public static Need RequestUnits { get; } = new("request units of a database", run => run.Cosmos.DataCalls > 0);

    public static Need UsedPartitions { get; } =
        new("request units by partition", run => run.Cosmos.DataCalls > 0 && run.Cosmos.Partitions.Count > 0);

    public static Need Partitions { get; } =
        new("partitions of database calls", run => run.Calls.ByPartition.Keys.Any(partition => partition != ""));

    /// <summary>Calls in traces, or a metric of waits for a connection.</summary>
    public static Need Connections { get; } = new(
        "client calls in traces, and no metric of a connection pool",
        run => run.Requests.Any(request => request.Calls.Count > 0)
            || run.Metrics.Has([.. Metric.PoolPending, .. Metric.PoolWaits.Select(wait => wait.Name)]));

    public static Need AnyMetric(params string[] names) =>
        new($"{names[0]} metric{(names.Length > 1 ? " or the like" : "")}", run => run.Metrics.Has(names));
}
