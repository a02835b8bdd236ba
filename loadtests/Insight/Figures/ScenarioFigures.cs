namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>
/// The figures of one run in the table and in JSON. Latencies are of every request that was sent, lower bounds if
/// <see cref="Latency"/> says so; null if none was sent or the figure is not stated.
/// </summary>
public sealed record ScenarioFigures(RunRecord Run)
{
    /// <summary>The latencies of every request that was sent; null if nothing was sent.</summary>
    public LatencySummary? Latency => Successful + Failed > 0 ? Run.Load.Latency : null;

    /// <summary>The latencies of successes; null if nothing failed.</summary>
    public LatencySummary? Successes => Run.Load.Successful > 0 ? Run.Load.Successes : null;

    public double RequestsPerSecond => Run.Load.RequestsPerSecond;
    public long Successful => Run.Load.Successful;

    /// <inheritdoc cref="LoadRecord.NotSuccessful"/>
    public long Failed => Run.Load.NotSuccessful;

    public long ThrottledCalls => Run.Cosmos.ThrottledCalls;
    public double PlanCallsPerOperation => PerOperation(Run.Cosmos.PlanCalls);
    public double RequestUnitsPerOperation => PerOperation(Run.Cosmos.RequestUnits);
    public double DurationSeconds => Run.Load.DurationSeconds;

    /// <summary>A figure of the database; null if there is none, or its calls were neither counted nor estimated.</summary>
    public double? Counted(double figure) => Run.Cosmos is { IsPresent: true, HasFigures: true } ? figure : null;

    /// <summary>Item and query-page requests for each operation, throttled ones included.</summary>
    public double DataCallsPerOperation => PerOperation(Run.Cosmos.DataCalls);

    /// <summary>The largest budget of a physical partition; all are equal unless partitions were split.</summary>
    public double PartitionBudget => Run.Cosmos.Partitions.Select(partition => partition.BudgetPerSecond).DefaultIfEmpty().Max();

    /// <summary>
    /// Divides by all requests sent, since failed requests and those cut off by the end of the load also made calls, which are
    /// counted.
    /// </summary>
    private double PerOperation(double total) => Run.Load.Sent > 0 ? total / Run.Load.Sent : 0;
}
