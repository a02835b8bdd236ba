namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Single requests of each run, from end to end.</summary>
internal static class WaterfallSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs)
    {
        var hasTelemetry = runs.Any(run => run.HasTelemetry);
        return new("waterfalls", "Requests from end to end",
        [
            .. hasTelemetry ? [Legend] : Array.Empty<StudyPart>(),
            .. runs is [var only] ? (StudyPart[])[Traces(only)] : [],
            .. hasTelemetry ? runs.SelectMany(run => Charts(run, runs is [_])) : [],
        ])
        { IsFolded = true };
    }

    private static StudyProse Legend { get; } = new(
        "The sampled requests nearest the median and p99 of the run, and the slowest one kept. "
        + "Green: a service at work on the request; grey: waiting for another service; blue: a call to the database; "
        + "orange: a call answered 429; hatched: the SDK waits to retry.");

    /// <summary>With several runs only the median request is open, since otherwise the page is too long.</summary>
    private static IEnumerable<StudyChart> Charts(ReportRun run, bool alone) => run.Requests.Count == 0
        ? [new StudyChart(new MissingChart("no complete trace was sampled.") { Title = run.Caption("requests from end to end") })]
        : run.Requests.Select((request, index) => new StudyChart(Chart(run, request))
        {
            Heading = Heading(run, request),
            Fold = alone || index == 0 ? null : Heading(run, request),
        });

    private static string Heading(ReportRun run, ShownRequest request) => run.Caption($"the {request.Which} request");

    private static WaterfallChart Chart(ReportRun run, ShownRequest request) => new(
        $"{run.Key}-{request.Which.Replace(' ', '-')}",
        run.Caption($"the {request.Which} request from end to end"),
        SeeHere(request),
        request.Waterfall);

    private static string SeeHere(ShownRequest request)
    {
        var waterfall = request.Waterfall;
        var waits = waterfall.Waits.ToList();
        var shape = (waterfall.DataCalls, waterfall.MaxDataCallsAtOnce) switch
        {
            (0, _) => "no call to the database",
            (1, _) => "a single database call",
            (var calls, 1) => $"{calls} database calls, none overlapping: a staircase",
            var (calls, most) => $"{calls} database calls, up to {most} at the same time: a comb",
        };
        var throttled = $"{Counted(waits.Count, "call")} {(waits.Count == 1 ? "was" : "were")} throttled";
        var total = Milliseconds(waterfall.DurationMs);
        return $"{shape}. "
            + (waits.Count == 0
                ? ""
                : $"{throttled}, and {Milliseconds(waterfall.WaitedMs)} of the {total} went into waiting to retry. ")
            + (request.LatencyMs is { } latency
                ? $"{Milliseconds(latency)} for the user, of which {total} in the entry service."
                : $"{total} in the entry service, without the user's own network.");
    }

    private static StudyTable Traces(ReportRun run) => new StudyTableBuilder<ListedTrace>(
        "traces", run.Caption("the slowest, the failed and the median traces"))
        .Words("which", "which", trace => trace.Which)
        .Number("durationMs", "duration, ms", trace => trace.DurationMs)
        .Figure("status", "status", trace => trace.Status)
        .Number("startSeconds", "start, s", trace => trace.StartSeconds)
        .Figure("traceId", "trace id", trace => Cell.Words(trace.TraceId) with { CssClass = "trace" })
        .Build(run.ListedTraces) with
    {
        Explanation = "A click on a trace id selects it. With RUN for the folder of this run, query RUN slowest says where the "
            + "time of the 20 slowest requests went, and "
            + "query RUN \"SELECT * FROM spans WHERE trace_id = 'TRACE ID' ORDER BY start_ns\" prints the spans of a trace.",
    };
}
