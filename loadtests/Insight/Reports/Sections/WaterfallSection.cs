namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Single requests of each run, from end to end.</summary>
internal static class WaterfallSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("waterfalls", "Requests from end to end",
    [
        .. runs.Any(run => run.HasTelemetry) ? OfTraces(runs) : [],
        .. runs is [var only] ? (StudyPart[])[Slowest(only)] : [],
    ]);

    private static IEnumerable<StudyPart> OfTraces(IReadOnlyList<ReportRun> runs) =>
    [
        new StudyProse(
            "The sampled requests nearest the median and p99 of the run, and the slowest one kept. "
            + "Green: a service at work on the request; grey: waiting for another service; blue: a Cosmos DB call; "
            + "orange: a call answered 429; hatched: the SDK waits to retry."),
        .. runs.SelectMany(run => Charts(run, runs is [_])),
    ];

    /// <summary>With several runs only the median request is open, since otherwise the page is too long.</summary>
    private static IEnumerable<StudyChart> Charts(ReportRun run, bool alone) => run.Requests.Count == 0
        ? [new StudyChart(new MissingChart("no complete trace was sampled.") { Title = run.Title })]
        : run.Requests.Select((request, index) => new StudyChart(Chart(run, request))
        {
            Heading = Heading(run, request),
            Fold = alone || index == 0 ? null : Heading(run, request),
        });

    private static string Heading(ReportRun run, ShownRequest request) => $"{run.Title}: {request.Which} request";

    private static WaterfallChart Chart(ReportRun run, ShownRequest request) => new(
        $"{run.Key}-{request.Which.Replace(' ', '-')}",
        $"{run.Title}: the {request.Which} request from end to end",
        SeeHere(request, run.Traces),
        request.Waterfall);

    private static string SeeHere(ShownRequest request, int traces)
    {
        var waterfall = request.Waterfall;
        var waits = waterfall.Waits.ToList();
        var waited = waits.Sum(wait => wait.DurationMs);
        var shape = (waterfall.DataCalls, waterfall.MaxDataCallsAtOnce) switch
        {
            (0, _) => "no call to Cosmos DB",
            (1, _) => "a single Cosmos call",
            (var calls, 1) => $"{calls} Cosmos calls, none overlapping: a staircase",
            var (calls, most) => $"{calls} Cosmos calls, up to {most} at the same time: a comb",
        };
        var throttled = $"{Counted(waits.Count, "call")} {(waits.Count == 1 ? "was" : "were")} throttled";
        var total = Milliseconds(waterfall.DurationMs);
        return $"{shape}. "
            + (waits.Count == 0 ? "" : $"{throttled}, and {Milliseconds(waited)} of the {total} went into waiting to retry. ")
            + (request.LatencyMs is { } latency
                ? $"{Milliseconds(latency)} for the user, of which {total} in the entry service; "
                : $"{total} in the entry service, without the user's own network; ")
            + $"picked from {Counted(traces, "complete trace")}.";
    }

    private static StudyTable Slowest(ReportRun run)
    {
        var table = new StudyTableBuilder<SlowRequest>("slowest", $"{run.Title}: the slowest requests, from the query slowest")
            .Words("traceId", "trace", request => request.TraceId)
            .Number("latencyMs", "latency, ms", request => request.LatencyMs)
            .Figure("status", "status", request => request.Error ?? $"{request.Status}")
            .Number("lateMs", "sent late, ms", request => request.LateMs)
            .Number("entryMs", "entry service, ms", request => request.EntryMs)
            .Figure("slowestCall", "slowest call", request => Cell.Words(request.SlowestCall))
            .Number("slowestCallMs", "takes, ms", request => request.SlowestCallMs);
        return (run.HasDatabase ? WithDatabase(table) : table).Build(run.Answers.Slowest) with
        {
            Fold = $"The {Count(run.Answers.Slowest.Count)} slowest requests in figures",
        };
    }

    private static StudyTableBuilder<SlowRequest> WithDatabase(StudyTableBuilder<SlowRequest> table) => table
        .Count("cosmosCalls", "Cosmos calls", request => request.CosmosCalls)
        .Number("cosmosMs", "their sum, ms", request => request.CosmosMs)
        .Count("throttledCalls", "throttled", request => request.Throttled)
        .Number("retryAfterMs", "retry after, ms", request => request.RetryAfterMs);
}
