using DroneDelivery.LoadTests.Insight.Reports.Compared;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Insight.Reports.Pages;

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
        Legend(runs),
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

    /// <summary>The run of each line, and the changes between the runs.</summary>
    private static XElement Legend(ComparedRuns runs)
    {
        var settings = TuningTable.Settings([.. runs.Runs.Select(run => run.Record)]).ToList();
        return Html.Element("ul", Html.Class("legend"), runs.Each((run, index, name) => Html.Element(
            "li",
            new XElement(
                "svg",
                new XAttribute("viewBox", "0 0 40 10"),
                new XAttribute("aria-hidden", "true"),
                Svg.Line(0, 5, 40, 5, $"line {Series.Class(index)}")),
            Html.Element("b", name),
            FormattableString.Invariant($" ({run.Title}, {run.Record.Manifest.StartedAt:yyyy-MM-dd HH:mm}")
                + string.Concat(settings.Select(setting => $", {setting.Name} {setting.Values[index]}")) + ")")));
    }
}
