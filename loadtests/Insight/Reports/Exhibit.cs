using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>One question that is put to every run.</summary>
/// <param name="Explanation">What the charts show and how to read them, whatever came out.</param>
internal sealed record Exhibit(string Heading, string Explanation, Func<ReportRun, Finding> Find);

/// <summary>What a run answers: a chart and what to see in it, or why there is none.</summary>
internal sealed record Finding(string SeeHere, Chart? Chart = null)
{
    public static Finding In(Chart chart) => new(chart.Description, chart);
}

/// <summary>
/// Lays out exhibits: of one run beside each other; of several one below the other, with the runs beside each other.
/// </summary>
internal static class Exhibits
{
    public static IEnumerable<XElement> Lay(IReadOnlyList<ReportRun> runs, params IReadOnlyList<Exhibit> exhibits) =>
        runs is [var only]
            ?
            [
                Html.Panels(exhibits.Select(exhibit =>
                    Html.Figure("h3", exhibit.Heading, exhibit.Find(only), exhibit.Explanation))),
            ]
            : exhibits.Select(exhibit => OfSeveral(runs, exhibit));

    private static XElement OfSeveral(IReadOnlyList<ReportRun> runs, Exhibit exhibit)
    {
        var findings = runs.Select(run => (run.Title, Finding: exhibit.Find(run))).ToList();
        return Html.Element(
            "div",
            Html.Class("exhibit"),
            Html.Element("h3", exhibit.Heading),
            Html.Paragraph(exhibit.Explanation),
            findings.All(each => each.Finding.Chart is null) && findings.DistinctBy(each => each.Finding.SeeHere).Count() == 1
                ? Html.Paragraph($"In all of these runs: {findings[0].Finding.SeeHere}")
                : Html.Panels(findings.Select(each => Html.Figure("h4", each.Title, each.Finding))));
    }
}
