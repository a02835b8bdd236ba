using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>One question that is put to every run.</summary>
/// <param name="Explanation">What the charts show and how to read them, whatever came out.</param>
internal sealed record Exhibit(string Heading, string Explanation, Func<ReportRun, ExhibitResult> Find);

/// <summary>What a run answers: a chart and what to see in it, or why there is none.</summary>
internal sealed record ExhibitResult(string SeeHere, Chart? Chart = null)
{
    public static ExhibitResult In(Chart chart) => new(chart.Description, chart);
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
        var results = runs.Select(run => (run.Title, Result: exhibit.Find(run))).ToList();
        return Html.Element(
            "div",
            Html.Class("exhibit"),
            Html.Element("h3", exhibit.Heading),
            Html.Paragraph(exhibit.Explanation),
            results.All(each => each.Result.Chart is null) && results.DistinctBy(each => each.Result.SeeHere).Count() == 1
                ? Html.Paragraph($"In all of these runs: {results[0].Result.SeeHere}")
                : Html.Panels(results.Select(each => Html.Figure("h4", each.Title, each.Result))));
    }
}
