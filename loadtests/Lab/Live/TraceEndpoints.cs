namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Returns the recent traces as a table, and one trace as a waterfall.</summary>
/// <param name="recent">The spans of the traces that are kept; called at each request, from any thread.</param>
internal sealed class TraceEndpoints(Func<IReadOnlyList<SpanRecord>> recent)
{
    private const int DefaultTraces = 50;
    private const int MaxTraces = 200;

    private static readonly string[] Statuses = ["all", "ok", "failed", "throttled"];

    public void Map(IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/api/traces");
        group.MapGet("", GetTraces);
        group.MapGet("/{id}", GetTrace);
    }

    private Results<Ok<IReadOnlyList<TraceSummary>>, ValidationProblem> GetTraces(
        string sort = "duration", double minMs = 0, string status = "all", int limit = DefaultTraces)
    {
        (string Name, bool IsWrong, string Text)[] checks =
        [
            ("sort", sort is not ("duration" or "time"), $"'{sort}' is neither duration nor time."),
            ("status", !Statuses.Contains(status), $"'{status}' is not one of {string.Join(", ", Statuses)}."),
            ("limit", limit is < 1 or > MaxTraces, $"{limit} is not between 1 and {MaxTraces}."),
        ];
        var problems = checks.Where(check => check.IsWrong).ToDictionary(check => check.Name, check => new[] { check.Text });
        return problems.Count > 0
            ? TypedResults.ValidationProblem(problems)
            : TypedResults.Ok<IReadOnlyList<TraceSummary>>([.. Find(sort, minMs, status).Take(limit)]);
    }

    private IEnumerable<TraceSummary> Find(string sort, double minMs, string status) => TraceTree.BuildAll(recent())
        .Select(TraceSummary.FromTrace)
        .Where(trace => trace.DurationMs >= minMs && HasStatus(trace, status))
        .OrderByDescending(trace => sort == "time" ? trace.StartedAt : trace.DurationMs)
        .ThenBy(trace => trace.Id, StringComparer.Ordinal);

    private static bool HasStatus(TraceSummary trace, string status) => status switch
    {
        "ok" => !trace.Failed,
        "failed" => trace.Failed,
        "throttled" => trace.Throttled > 0,
        _ => true,
    };

    private Results<Ok<TraceDetail>, ProblemHttpResult> GetTrace(string id) =>
        TraceTree.BuildAll(recent().Where(span => span.TraceId == id)).FirstOrDefault() is { } trace
            ? TypedResults.Ok(new TraceDetail(TraceSummary.FromTrace(trace), Waterfall.FromTrace(trace).Rows))
            : TypedResults.Problem(
                "This trace is gone: only recent traces are kept. The list shows those that are left.",
                statusCode: StatusCodes.Status404NotFound);
}

/// <summary>A trace with a row for each span and each wait.</summary>
internal sealed record TraceDetail(TraceSummary Summary, IReadOnlyList<WaterfallRow> Rows);
