namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>Where and how much the database throttled.</summary>
/// <param name="ShareOfCalls">The share of data calls that were answered 429.</param>
/// <param name="WaitMs">How long a request waited to retry, mean; at most its latency. Parallel calls wait at once.</param>
/// <param name="TypicalUse">
/// The share of its budget that the median partition used in the seconds with 429s, mean. If budgets are not known, the share of
/// what the partition that used most RU then used: partitions have equal budgets, and that one was throttled.
/// </param>
/// <param name="Hottest">The partition with the highest use in those seconds; null without partitions.</param>
/// <param name="Matters">Whether there is more throttling than in a healthy, well used container.</param>
internal sealed record Throttling(
    double ShareOfCalls, double WaitMs, double TypicalUse, PartitionRecord? Hottest, double HottestUse, bool Matters)
{
    // Documented as healthy: 1 to 5 % of calls throttled, with acceptable latency.
    private const double HealthyShareOfCalls = 0.01;

    // Below this share of latency, waits to retry do not matter.
    private const double AcceptableWaitShare = 0.03;

    // If one partition is full, other partitions that are not idle still use less of their budgets than this.
    private const double NearlyFull = 0.6;

    /// <summary>Also if no partition is known, for example because spans have none.</summary>
    public bool IsEverywhere => Hottest is null || TypicalUse >= NearlyFull;

    public static Throttling FromRun(RunEvidence run)
    {
        var throttled = run.Cosmos.ThrottledCalls;
        var share = run.Cosmos.DataCalls == 0 ? 0 : (double)throttled / run.Cosmos.DataCalls;
        // Of few traces a call may wait longer than usual.
        var wait = run.Load.Sent == 0
            ? 0
            : Math.Min(run.LatencyMs, run.Calls.WaitPerThrottledCallMs * throttled / run.Load.Sent);
        var seconds = run.Cosmos.Partitions
            .SelectMany(partition => partition.Seconds)
            .Where(second => second.Throttled > 0)
            .Select(second => second.Second)
            .ToHashSet();
        var used = run.Cosmos.Partitions.ToDictionary(
            partition => partition,
            partition => partition.Seconds.Where(second => seconds.Contains(second.Second)).Sum(second => second.RequestUnits)
                / Math.Max(1, seconds.Count));
        var busiest = used.Values.DefaultIfEmpty().Max();
        double Use(PartitionRecord partition) => used[partition] <= 0
            ? 0
            : used[partition] / (partition.BudgetPerSecond > 0 ? partition.BudgetPerSecond : busiest);
        var hottest = run.Cosmos.Partitions.MaxBy(Use);
        var typical = run.Cosmos.Partitions.Select(Use).Quantile(0.5);
        var matters = share >= HealthyShareOfCalls && run.ShareOfLatency(wait) >= AcceptableWaitShare;
        return new Throttling(share, wait, typical, hottest, hottest is null ? 0 : Use(hottest), matters);
    }

    /// <summary>The share of throughput lost to throttling; without a prediction, the share of throttled calls.</summary>
    /// <param name="without">Requests per second without throttling; null if that is not known.</param>
    public double Share(RunEvidence run, double? without) => without is > 0
        ? Math.Clamp(1 - (run.Load.RequestsPerSecond / without.Value), 0, 1)
        : ShareOfCalls;

    public string InWords(RunEvidence run) =>
        $"{Count(run.Cosmos.ThrottledCalls)} of {Count(run.Cosmos.DataCalls)} calls ({Figures.FigureText.Share(ShareOfCalls)}) "
        + $"were answered 429. Waiting to retry takes {Milliseconds(WaitMs)} {run.OfMeanLatency}.";

    /// <summary>Where the budget is used, in words.</summary>
    public string UseInWords => Hottest switch
    {
        null => "The run does not tell which partitions were asked.",
        { BudgetPerSecond: > 0 } => IsEverywhere
            ? $"In the seconds with 429s the partitions used {Figures.FigureText.Share(TypicalUse)} of their budget at the "
                + "median: it is the whole container, not one partition."
            : $"In the seconds with 429s partition {Hottest.Id} used {Figures.FigureText.Share(HottestUse)} of its budget of "
                + $"{Short(Hottest.BudgetPerSecond)} RU/s; the median partition used {Figures.FigureText.Share(TypicalUse)}.",
        _ => $"In the seconds with 429s partition {Hottest.Id} used most RU; the median partition used "
            + $"{Figures.FigureText.Share(TypicalUse)} of that. Their budget is not known.",
    };
}
