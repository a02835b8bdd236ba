using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Statistics;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>Every run's figures, and how far they are from the first run's.</summary>
internal static class DifferenceTable
{
    public static XElement Build(ComparedRuns runs)
    {
        var first = runs.Runs[0];
        var comparisons = runs.Runs.Skip(1).Select(run => Compare(first, run)).Prepend([]).ToList();
        return Html.Wide("Differences", Html.Table(
            $"Figures, and differences from {runs.Names[0]} with 95 % intervals. Better or worse is said only where chance alone "
            + "would do that in 1 of 200 comparisons: an interval may leave out zero without it",
            runs.Names,
            DifferenceRow.All.Select(row => (row.Name, runs.Each((run, index, _) => Cell(row, run, first, comparisons[index])))),
            "figure"));
    }

    private static Dictionary<RunMetric, Comparison> Compare(ReportRun first, ReportRun run) =>
        RunComparison
            .FromRuns(first.Record, first.Samples, run.Record, run.Samples)
            .ToDictionary(figure => figure.Metric, figure => figure.Comparison);

    private static object Cell(DifferenceRow row, ReportRun run, ReportRun first, Dictionary<RunMetric, Comparison> comparisons)
    {
        var value = row.Text(run);
        return row.Metric is { } metric && comparisons.TryGetValue(metric, out var comparison)
            ? Html.Element(
                "span",
                value,
                Html.Element("small", Range(comparison)),
                Html.Element("small", Html.Class(ClassOf(comparison.Verdict)), ComparisonWords.Verdict(comparison.Verdict)))
            : run != first && row.Percent(first, run) is { } percent
                ? Html.Element("span", value, Html.Element("small", ComparisonWords.Signed(percent)))
                : value;
    }

    private static string Range(Comparison comparison) =>
        $"{ComparisonWords.Difference(comparison)} [{ComparisonWords.Interval(comparison)}]";

    /// <summary>Only what has an interval is called better or worse: the word, in a colour.</summary>
    private static string? ClassOf(ComparisonVerdict verdict) => verdict switch
    {
        ComparisonVerdict.Better => "better",
        ComparisonVerdict.Worse => "worse",
        _ => null,
    };
}
