namespace DroneDelivery.LoadTests.Insight.Advice.Predictions;

/// <summary>
/// Predicts the figures of the same load after a change, only from this run's measurements. Latency is the rest of the request
/// plus its unthrottled calls (their sum, the largest of them, or one). Throughput follows from the users
/// (<see cref="ClosedNetwork"/>), limited by the request units.
/// </summary>
internal sealed class Predictor(RunEvidence run)
{
    /// <summary>
    /// The share of a partition's request units that the heaviest step may use on average: arrivals vary from second to second,
    /// and calls wait in each second over the budget. A rule of thumb, not measured.
    /// </summary>
    private const double UsableShare = 0.7;

    /// <summary>
    /// The run with the RU/s that its heaviest step needs; null if their number is unknown, or if it had as many: it then needs
    /// more in bursts within a second, which the model does not have.
    /// </summary>
    public Prediction? WithEnoughRequestUnits() => run.Calls.Any && run.Cosmos.ProvisionedRequestUnitsPerSecond > 0
        && Predict(Sum(run.RestMs, run.Calls.UnthrottledMs, "its calls without the waits to retry"), withEnoughUnits: true)
            is { } prediction
        && prediction.ProvisionedRequestUnitsPerSecond > run.Cosmos.ProvisionedRequestUnitsPerSecond ? prediction : null;

    /// <summary>The run with its serial calls made in parallel.</summary>
    public Prediction? WithParallelCalls() => run.Calls.Shape == CallShape.Serial
        ? Predict(Sum(
            run.RestMs,
            ParallelCallsMs,
            $"the longest of {Short(run.Calls.PerOperation)} lognormal calls (mean {Milliseconds(run.Calls.Durations.Mean)}, "
            + $"sigma {Short(run.Calls.Durations.Sigma)})"))
        : null;

    /// <summary>The run with one call to the only partition that holds the answer.</summary>
    public Prediction? OneCall()
    {
        if (run.Calls.PartitionsPerOperation <= 1)
        {
            return null;
        }

        var empty = run.Calls.MeanOverAll(run.Calls.Rows.EmptyCallCharge);
        var units = run.RequestUnitsPerOperation - ((run.Calls.PartitionsPerOperation - 1) * empty);
        return Predict(
            Sum(
                run.RestMs - run.Calls.MeanOverAll(run.Calls.PlanMs),
                run.Calls.DurationsWithoutSlowPartitions.Mean,
                "one call, with no query plan before it"),
            Math.Max(units, empty),
            unevenUse: 1);
    }

    /// <summary>The run with a connection free for each call and each query plan.</summary>
    public Prediction? WithEnoughConnections() => run.Calls.Any
        ? Predict(Sum(
            run.RestMs - run.Calls.MeanOverAll(run.Calls.PlanQueueMs),
            run.Calls.UnthrottledMs,
            "its calls, and its query plan, without their waits for a connection"))
        : null;

    /// <summary>
    /// The run with requests shorter by <paramref name="ms"/>; null while requests wait for request units, since they would then
    /// wait longer.
    /// </summary>
    /// <param name="unitsAfter">RU per operation after the change; null if it stays the same.</param>
    public Prediction? Shorter(double ms, double? unitsAfter = null) => Throttling.FromRun(run).Matters
        ? null
        : Predict(
            (Math.Max(0, run.LatencyMs - ms), $"{Milliseconds(run.LatencyMs)} as measured less {Milliseconds(ms)}"), unitsAfter);

    /// <summary>The run with one call for all rows instead of one call for each row.</summary>
    /// <param name="ms">How much shorter a request becomes.</param>
    public Prediction? WithOneCallForAllRows(double ms)
    {
        var rows = run.Calls.Rows;
        var saved = run.Calls.MeanOverAll(Math.Max(0, rows.SingleRowCallsPerOperation - 1) * rows.SingleRowCharge);
        return Shorter(
            ms, Math.Max(run.Calls.MeanOverAll(rows.EmptyCallCharge), run.RequestUnitsPerOperation - saved));
    }

    /// <summary>How long an operation would wait for its calls if they were made in parallel.</summary>
    public double ParallelCallsMs => run.Calls.ExpectedMs(CallShape.Parallel, run.Calls.Durations);

    /// <summary>The RU of the most used partition over the mean of all partitions: 1 if all are used equally.</summary>
    private double UnevenUse
    {
        get
        {
            var used = run.Cosmos.Partitions.Select(partition => partition.Seconds.Sum(second => second.RequestUnits)).ToList();
            return used.Count > 0 && used.Sum() > 0 ? used.Max() / used.Sum() * used.Count : 1;
        }
    }

    /// <param name="callsMs">The calls of a request that has some.</param>
    private (double LatencyMs, string InWords) Sum(double restMs, double callsMs, string calls)
    {
        var mean = run.Calls.MeanOverAll(callsMs);
        return (restMs + mean, $"{Milliseconds(mean)} for {calls}, and {Milliseconds(restMs)} for the rest of a request");
    }

    /// <summary>Null if the run has no users, as in an open loop, or no successful requests.</summary>
    /// <param name="unitsAfter">RU per operation after the change; null if it stays the same.</param>
    /// <param name="unevenUse"><see cref="UnevenUse"/> after the change; null if it stays the same.</param>
    /// <param name="withEnoughUnits">Whether the container gets the RU/s that the heaviest step needs.</param>
    private Prediction? Predict(
        (double LatencyMs, string InWords) request, double? unitsAfter = null, double? unevenUse = null,
        bool withEnoughUnits = false)
    {
        if (ClosedNetwork.FromLoad(run.Load) is not { } network)
        {
            return null;
        }

        var (units, uneven) = (unitsAfter ?? run.RequestUnitsPerOperation, unevenUse ?? UnevenUse);
        var needed = network.PeakRequestsPerSecond(request.LatencyMs) * units * uneven / UsableShare;
        var enough = AzurePrice.ThroughputAtLeast(needed, run.Cosmos.Partitions.Count);
        var provisioned = run.Cosmos.ProvisionedRequestUnitsPerSecond;
        var provisionedAfter = withEnoughUnits ? Math.Max(enough, provisioned) : provisioned;
        // A run may have no container, or none whose RU/s are known.
        var isLimited = units > 0 && provisionedAfter > 0;
        var maxRate = isLimited ? provisionedAfter / (units * uneven) : double.PositiveInfinity;
        var (rate, mean) = network.Solve(request.LatencyMs, maxRate);
        var model = $"{request.InWords}; users think for {Milliseconds(network.ThinkTimeMs)}"
            + (isLimited ? $"; request units allow {Short(maxRate)} req/s" : "");
        return new Prediction(rate, mean, units, provisionedAfter) { EnoughRequestUnitsPerSecond = enough, Model = model };
    }
}
