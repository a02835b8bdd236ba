using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>The figures of each run, and their differences from the first run.</summary>
internal static class DifferenceTable
{
    public static XElement Build(ComparedRuns runs)
    {
        var first = runs.Runs[0];
        var comparisons = runs.Runs.Skip(1).Select(run => Compare(first, run)).Prepend([]).ToList();
        return Html.Wide("Differences", Html.Table(
            $"Figures, and differences from {runs.Names[0]} with 95 % intervals. Better or worse is said only where chance alone "
            + "would do that in 1 of 200 comparisons: an interval may leave out zero without it",
            ["figure", .. runs.Names],
            DifferenceRow.All.Select(row =>
                (row.Name, runs.Each((run, index, _) => Cell(row, run, first, comparisons[index]))))));
    }

    private static Dictionary<RunMetric, Comparison> Compare(ReportRun first, ReportRun run) =>
        RunComparison
            .FromRuns(first.Record, first.Samples, run.Record, run.Samples)
            .ToDictionary(figure => figure.Metric, figure => figure.Comparison);

    private static object Cell(DifferenceRow row, ReportRun run, ReportRun first, Dictionary<RunMetric, Comparison> comparisons)
    {
        var value = row.Text(run);
        if (row.Metric is not { } metric || !comparisons.TryGetValue(metric, out var comparison))
        {
            return run != first && row.Percent(first, run) is { } percent
                ? Html.Element("span", value, Html.Element("small", ComparisonText.Signed(percent)))
                : value;
        }

        // Only differences with an interval are called better or worse.
        var verdict = ComparisonText.Verdict(comparison.Verdict);
        var colour = comparison.Verdict switch
        {
            ComparisonVerdict.Better => "better",
            ComparisonVerdict.Worse => "worse",
            _ => null,
        };
        return Html.Element(
            "span",
            value,
            Html.Element("small", $"{ComparisonText.Difference(comparison)} [{ComparisonText.Interval(comparison)}]"),
            Html.Element("small", Html.Class(colour), verdict));
    }
}

/// <summary>A figure by which runs are compared.</summary>
/// <param name="IsLowerBound">Whether a run's value is a lower bound.</param>
/// <param name="Metric">The metric for the interval of the difference; null if the figure is not kept by second.</param>
internal sealed record DifferenceRow(
    string Name, Func<ReportRun, double?> Value, Func<ReportRun, bool> IsLowerBound, RunMetric? Metric = null)
{
    /// <summary>The figures of the <c>compare</c> command, and a few without an interval.</summary>
    public static IReadOnlyList<DifferenceRow> All { get; } =
    [
        .. RunMetric.All.Select(metric => new DifferenceRow(
            metric.Title, run => Measured(metric.Value(run.Record)), run => metric.IsLowerBound(run.Record), metric)),
        new("p99.9 latency, ms", run => run.Record.Load.Latency.P999.Milliseconds, run => run.Record.Load.Latency.P999.AtLeast),
        new("Failed requests, %", run => Per(100.0 * run.Figures.ClientErrors, run), _ => false),
        new("Throttled calls per operation", run => Per(run.Figures.ThrottledCalls, run), _ => false),
    ];

    public string Text(ReportRun run) => $"{(IsLowerBound(run) ? "at least " : "")}{Short(Value(run))}";

    /// <summary>The difference in per cent; null for a missing figure, a lower bound, or a first figure of zero.</summary>
    public double? Percent(ReportRun first, ReportRun other) =>
        !IsLowerBound(first) && !IsLowerBound(other) && Value(first) is { } from && Value(other) is { } to && from != 0
            ? (to - from) / from * 100
            : null;

    private static double? Measured(double value) => value > 0 ? value : null;

    private static double? Per(double total, ReportRun run) => run.Record.Load.Sent > 0 ? total / run.Record.Load.Sent : null;
}
