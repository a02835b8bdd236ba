using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports.Compared;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Statistics;
using DroneDelivery.LoadTests.Insight.Studies;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Two to six runs in the same charts, with their differences, on one page that opens from disk.</summary>
internal static class ComparisonReport
{
    /// <exception cref="ArgumentException">There are fewer than two runs or more than six.</exception>
    public static XElement Build(IReadOnlyList<ReportRun> reportRuns)
    {
        var runs = new ComparedRuns(reportRuns);
        var others = runs.Names.Count > 2 ? $" and {runs.Names.Count - 2} more" : "";
        return ReportPage.Build(
            $"DroneDelivery: {string.Join(" against ", runs.Names.Take(2))}{others}",
            $"{runs.Names.Count} runs laid over each other. Each is compared with the first, {runs.Names[0]}.",
            reportRuns.SelectMany(run => RunWarnings.ForRun(run.Record)),
            [
                Differences(runs),
                StudyHtml.Section(TuningStudy.Explanation(reportRuns)),
                .. new ComparedSections(runs).Build().Select(StudyHtml.Section),
                StudyHtml.Section(SetupSection.Build(reportRuns)),
            ]);
    }

    private static XElement Differences(ComparedRuns runs) => Html.Section(
        "differences",
        "Differences",
        RunLegend.Build(runs),
        DifferenceTable.Build(runs),
        Html.Paragraph(
            "An interval covers chance within these runs, by resampling their seconds in blocks, and allows "
            + $"{Share(RunComparison.BetweenRuns)} for differences between runs. To measure these, the "
            + "lab's compare command repeats the runs."),
        RunGroups.Unlike([.. runs.Runs.Select(run => run.Record.Manifest)]) is { } unlike
            ? Html.Paragraph(unlike, "banner")
            : null,
        runs.Runs.Any(run => run.Record.Manifest.Published is not null)
            ? StudyHtml.Part(TuningTable.Build([.. runs.Runs.Select(run => run.Record)]) with
            { Fold = "All figures next to the published ones" })
            : null);
}
