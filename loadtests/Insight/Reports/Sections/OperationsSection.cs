namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>How long the entry service waited for each backend, and the database calls of one operation.</summary>
internal static class OperationsSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("operations", "Operations",
    [
        .. RunParts.Charts(
            runs,
            [new RunChart(
                "Calls from the entry service to its backends",
                "If the calls overlap, the slowest determines the latency. "
                + "The bar is the mean of the sampled calls, the tick p95. The query by-dependency gives the same figures.",
                BackendCalls),
            BackendCallsOverTime.Chart,
            .. runs.Any(run => run.HasDatabase) ? [DatabaseChart(runs)] : Array.Empty<RunChart>()]),
    ]);

    private static RunChart DatabaseChart(IReadOnlyList<ReportRun> runs) => new(
        "Calls and RU of one operation",
        $"The Cosmos DB calls of one call of {RoutesOf(runs)}, by physical partition and in all, including "
        + "throttled calls and query plans. RU per operation among the key figures leave the plans out: no partition is charged "
        + "for one. The query calls-per-operation gives the same figures.",
        Operation);

    /// <summary>Backend and last segment of the route, short enough for a bar label: <c>delivery utilization</c>.</summary>
    public static string NameOf(DependencyCalls calls) => NameOf(calls.Dependency);

    /// <param name="dependency">Service and route.</param>
    public static string NameOf(string dependency)
    {
        var route = dependency.IndexOf('/', StringComparison.Ordinal);
        return route < 0 ? dependency : dependency[..route] + dependency[(dependency.LastIndexOf('/') + 1)..];
    }

    private static string RoutesOf(IReadOnlyList<ReportRun> runs)
    {
        var routes = runs.Select(run => run.Record.Operation?.Route).OfType<string>().Distinct().ToList();
        return routes.Count == 0 ? "the operation under study" : string.Join(" or ", routes);
    }

    private static Chart BackendCalls(ReportRun run)
    {
        var calls = run.Answers.BackendCalls;
        var bars = calls.Select((call, index) =>
            new Bar(NameOf(call), call.MeanMs, Milliseconds(call.MeanMs), index == 0 ? "c1" : "quiet", call.P95Ms));
        var title = run.Caption("mean duration of each call from the entry service to a backend");
        return calls.Count == 0 ? new MissingChart("no trace was sampled.") : new BarChart(title, SeeHere(calls), [.. bars])
        {
            Table = ChartTable.FromItems(
                calls, ("call", call => call.Dependency), ("calls", call => Cell.Whole(call.Calls)),
                ("mean, ms", call => call.MeanMs), ("p50, ms", call => call.P50Ms), ("p95, ms", call => call.P95Ms),
                ("failed", call => Cell.Whole(call.Failed))),
        };
    }

    private static string SeeHere(IReadOnlyList<DependencyCalls> calls) => calls switch
    {
        [var slowest, var next, ..] =>
            $"{NameOf(slowest)} takes {Milliseconds(slowest.MeanMs)} on average over {Counted(slowest.Calls, "sampled call")}, "
            + $"{(next.MeanMs > 0 ? Short(slowest.MeanMs / next.MeanMs) : None)} times as long as the next, {NameOf(next)}.",
        _ => $"{NameOf(calls[0])} takes {Milliseconds(calls[0].MeanMs)} on average, over {Counted(calls[0].Calls, "call")}.",
    };

    private static Chart Operation(ReportRun run) => run.Answers.Operation is not [.., var all]
        ? new MissingChart("no traced operation called the database.")
        : new BarChart(
            run.Caption("calls and RU of one operation"),
            $"an operation makes {Counted(all.CallsPerOperation, "call")} and costs {Short(all.RuPerOperation)} RU; "
            + $"{Short(all.ThrottledPerOperation)} of its calls are throttled. Over {Count(all.Operations)} traced operations.",
            [.. run.Answers.Operation.Select(BarOf)])
        {
            Table = ChartTable.FromItems(
                run.Answers.Operation, ("calls to", calls => NameOf(calls)),
                ("calls per operation", calls => calls.CallsPerOperation),
                ("throttled per operation", calls => calls.ThrottledPerOperation),
                ("RU per operation", calls => calls.RuPerOperation)),
        };

    private static Bar BarOf(OperationCalls calls) => new(
        NameOf(calls),
        calls.CallsPerOperation,
        $"{Counted(calls.CallsPerOperation, "call")}, {Short(calls.RuPerOperation)} RU",
        IsPartition(calls) ? "c1" : "quiet");

    public static string NameOf(OperationCalls calls) =>
        IsPartition(calls) ? $"partition {calls.Partition}" : $"{calls.Partition} calls";

    public static bool IsPartition(OperationCalls calls) => calls.Partition is not ("data" or "plan" or "all");
}
