namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The answers of the system to its clients and of the database, by status.</summary>
internal static class AnswersSection
{
    private static readonly RunChart OfDatabase = new(
        "Cosmos DB answers",
        "Counted at the database. 429 means that a partition has spent its request units for this second; "
        + "the SDK waits and repeats the call.",
        Cosmos);

    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("answers", "Answers by status",
    [
        .. RunParts.Charts(
            runs,
            [new RunChart(
                "Answers to clients",
                "Counted by the load generator: the bars add up to the requests that it sent, without those not sent at the end.",
                Requests),
            .. runs.Any(run => run.HasDatabase) ? [OfDatabase] : Array.Empty<RunChart>()]),
        Statuses(runs),
    ]);

    public static IEnumerable<Bar> RequestBars(ReportRun run)
    {
        var load = run.Record.Load;
        return
        [
            Bar("2xx, successful", load.Successful, "c1"),
            .. load.ErrorsByReason.OrderByDescending(error => error.Value).Select(error => Bar(error.Key, error.Value, "c2")),
            .. load.Unanswered > 0 ? [Bar("unanswered at the end", load.Unanswered, "c2")] : Array.Empty<Bar>(),
            .. load.NotSent > 0 ? [Bar("not sent at the end", load.NotSent.Value, "quiet")] : Array.Empty<Bar>(),
        ];
    }

    public static IEnumerable<Bar> CosmosBars(ReportRun run) =>
    [
        .. run.Record.Cosmos.DataCallsByStatus.OrderBy(calls => calls.Key, StringComparer.Ordinal)
            .Select(calls => Bar($"data, {calls.Key}", calls.Value, calls.Key == CosmosRecord.Throttled ? "c2" : "c1")),
        .. run.Record.Cosmos.PlanCallsByStatus.OrderBy(calls => calls.Key, StringComparer.Ordinal)
            .Select(calls => Bar($"query plan, {calls.Key}", calls.Value, "c6")),
    ];

    private static Bar Bar(string label, long count, string cssClass) => new(label, count, Count(count), cssClass);

    private static BarChart Requests(ReportRun run)
    {
        var (successful, failed) = (run.Figures.Successful, run.Figures.Failed);
        var seeHere = successful + failed == 0
            ? "no request was answered or failed."
            : failed == 0
            ? $"all {Count(successful)} requests were answered with success."
            : $"{Count(failed)} of {Counted(successful + failed, "request")} "
                + $"({Share((double)failed / (successful + failed))}) failed or were not answered.";
        var rest = run.Record.Load.NotSent is > 0 and var more ? $" Due at the end of the load, not sent: {Count(more)}." : "";
        return new BarChart(run.Caption("requests by status"), seeHere + rest, [.. RequestBars(run)]) { ValueName = "requests" };
    }

    private static BarChart Cosmos(ReportRun run) =>
        new(run.Caption("Cosmos DB calls by status"), SeeHere(run), [.. CosmosBars(run)]) { ValueName = "calls" };

    private static string SeeHere(ReportRun run)
    {
        var (throttled, all) = (run.Figures.ThrottledCalls, run.Record.Cosmos.DataCalls);
        return throttled == 0
            ? $"none of {Count(all)} calls was throttled."
            : $"{Count(throttled)} of {Count(all)} calls ({Share((double)throttled / all)}) were throttled; "
                + (run.Figures.Failed == 0 ? "all were repeated, and no error reached a client." : "some requests failed.");
    }

    /// <summary>The answers of the whole system, of each service and of Cosmos DB.</summary>
    private static StudyTable Statuses(IReadOnlyList<ReportRun> runs) => RunParts.Table(
        "statuses",
        "Answers by status, from the query by-status. Those of services are of the uniform sample of traces, in which a request "
        + "may call a service more than once",
        runs,
        [
            .. runs
                .SelectMany(run => run.Answers.Statuses)
                .Select(answer => (answer.AnsweredBy, answer.Status))
                .Distinct()
                .OrderBy(answer => answer.AnsweredBy, StringComparer.Ordinal)
                .ThenBy(answer => answer.Status)
                .Select(answer => (
                    $"{answer.AnsweredBy}: {(answer.Status == 0 ? "no answer" : $"{answer.Status}")}",
                    (Func<ReportRun, Cell>)(run => Answers(run, answer)))),
        ]) with
    { Fold = "Answers of each service by status" };

    private static Cell Answers(ReportRun run, (string AnsweredBy, int Status) wanted) =>
        run.Answers.Statuses.FirstOrDefault(answer => (answer.AnsweredBy, answer.Status) == wanted) is { } found
            ? new Cell(found.Answers, $"{Count(found.Answers)} ({Short(found.Percent)} %)")
            : None;
}
