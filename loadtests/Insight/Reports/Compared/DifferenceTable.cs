namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>The figures of each run, and their differences from the first run.</summary>
internal static class DifferenceTable
{
    public static StudyTable Build(ComparedRuns runs)
    {
        var first = runs.Runs[0];
        var comparisons = runs.Runs.Select(run => run == first ? [] : Compare(first, run)).ToList();
        var rows =
            from row in DifferenceRow.ForRuns(runs.Runs)
            where runs.Runs.Any(run => row.Value(run) != LatencyValue.None)
            from run in runs.Each((run, index, name) => (Run: run, Name: name, Comparisons: comparisons[index]))
            let comparison = row.Metric is { } metric ? run.Comparisons.GetValueOrDefault(metric) : null
            select (Row: row, run.Name, run.Run, Comparison: comparison);
        return new StudyTableBuilder<(DifferenceRow Row, string Name, ReportRun Run, Comparison? Comparison)>(
            "differences", $"Figures, and differences from {runs.Names[0]}")
            .Words("figure", "figure", each => each.Row.Name)
            .Words("run", "run", each => each.Name)
            .Latency("value", "value", each => each.Row.Value(each.Run))
            .Figure("differencePercent", "difference", each => each.Comparison is { } comparison
                ? new Cell(comparison.DifferencePercent, ComparisonText.Difference(comparison))
                : each.Run == first ? None
                : Cell.Number(each.Row.Percent(first, each.Run), ComparisonText.Signed))
            .Words(
                "interval", "95 % interval", each => each.Comparison is { } found ? ComparisonText.Interval(found) : null)
            .Figure("verdict", "verdict", each => each.Comparison is { } found ? Verdict(found.Verdict) : None)
            .Build(rows) with
        {
            IsGrouped = true,
            Explanation = $"Each difference rests on {VerdictBasis.Describe(runs: 1)} of how runs differ by chance: "
                + $"{RunComparison.IntervalBasis}. {ComparisonText.Basis} To measure the differences between runs, the lab's "
                + "compare command repeats them.",
        };
    }

    private static Dictionary<RunMetric, Comparison> Compare(ReportRun first, ReportRun run) =>
        RunComparison
            .FromRuns(first.Record, first.Samples, run.Record, run.Samples)
            .ToDictionary(figure => figure.Metric, figure => figure.Comparison);

    // Only differences with an interval are called better or worse.
    private static Cell Verdict(ComparisonVerdict verdict) => Cell.Words(ComparisonText.Verdict(verdict)) with
    {
        CssClass = verdict is ComparisonVerdict.Better or ComparisonVerdict.Worse ? ComparisonText.Verdict(verdict) : null,
    };
}

/// <summary>A figure by which runs are compared.</summary>
/// <param name="Value">The figure of a run: an exact value, unless it is a latency.</param>
/// <param name="Metric">The metric for the interval of the difference; null if the figure is not kept by second.</param>
internal sealed record DifferenceRow(string Name, Func<ReportRun, LatencyValue> Value, RunMetric? Metric = null)
{
    /// <summary>The figures of the <c>compare</c> command, and some without an interval.</summary>
    public static IReadOnlyList<DifferenceRow> ForRuns(IReadOnlyList<ReportRun> runs) =>
    [
        .. RunMetric.All.Select(metric => new DifferenceRow(metric.Title, run => Measured(metric, run.Record), metric)),
        new("p99.9 latency, ms", run => run.Record.Load.Latency.P999),
        .. LoadRecord.SuccessLatencies(runs.Select(run => run.Record.Load))
            .Select(figure => new DifferenceRow(figure.Title, run => figure.Read(run.Record.Load))),
        new("Failed requests, %", run => Per(100.0 * run.Figures.Failed, run)),
        new("Throttled calls per operation", run =>
            run.Figures.Counted(run.Figures.ThrottledCalls) is { } calls ? Per(calls, run) : LatencyValue.None),
    ];

    /// <summary>The difference in per cent; null for a missing figure, a lower bound, or a first figure of zero.</summary>
    public double? Percent(ReportRun first, ReportRun other) => (Value(first), Value(other)) is (
        { AtLeast: false, Milliseconds: { } from and not 0 }, { AtLeast: false, Milliseconds: { } to })
        ? (to - from) / from * 100
        : null;

    private static LatencyValue Measured(RunMetric metric, RunRecord run) =>
        metric.Value(run) is > 0 and var value ? new LatencyValue(value, metric.IsLowerBound(run)) : LatencyValue.None;

    private static LatencyValue Per(double total, ReportRun run) =>
        run.Record.Load.Sent > 0 ? total / run.Record.Load.Sent : LatencyValue.None;
}
