using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What came out: a verdict for each run, and the table.</summary>
internal static class OverviewSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs) =>
        Html.Section(
            "overview",
            "What came out",
            Html.Element(
                "ul",
                Html.Class("verdicts"),
                runs.Select((run, index) => VerdictOf(run, index == 0 ? null : runs[index - 1]))),
            TableSection.Build(TuningTable.Of([.. runs.Select(run => run.Record)])));

    private static XElement VerdictOf(ReportRun run, ReportRun? before) =>
        Html.Element(
            "li",
            Html.Element("b", $"{run.Title}: "),
            Verdict.Of(run),
            Verdict.Against(before, run) is { } against ? $" {against}" : null);
}
