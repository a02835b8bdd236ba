using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What the database answered.</summary>
internal static class CosmosAnswersSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var largest = runs.SelectMany(Bars).Select(bar => bar.Value).DefaultIfEmpty().Max();
        return Html.Section(
            "answers",
            "Cosmos DB answers by status",
            Html.Paragraph(
                "Counted at the database. 429 means that a partition has spent its request units for this second; "
                + "the SDK waits and repeats the call."),
            Html.Panels(runs.Select(run => Html.Figure(run.Title, SeeHere(run), Chart(run, largest).ToSvg()))));
    }

    private static BarChart Chart(ReportRun run, double largest) =>
        new($"{run.Title}: Cosmos DB calls by status", SeeHere(run), [.. Bars(run)]) { Largest = largest };

    private static IEnumerable<Bar> Bars(ReportRun run) =>
        [
            .. run.Record.Cosmos.DataCallsByStatus.OrderBy(calls => calls.Key, StringComparer.Ordinal).Select(calls => new Bar(
                $"data, {calls.Key}", calls.Value, Count(calls.Value), calls.Key == CosmosRecord.Throttled ? "c2" : "c1")),
            .. run.Record.Cosmos.PlanCallsByStatus.OrderBy(calls => calls.Key, StringComparer.Ordinal).Select(calls => new Bar(
                $"query plan, {calls.Key}", calls.Value, Count(calls.Value), "c6")),
        ];

    private static string SeeHere(ReportRun run)
    {
        var (throttled, all) = (run.Figures.ThrottledCalls, run.Record.Cosmos.DataCalls);
        return throttled == 0
            ? $"none of {Count(all)} calls was throttled."
            : $"{Count(throttled)} of {Count(all)} calls ({Share((double)throttled / all)}) were throttled; "
                + (run.Figures.ClientErrors == 0 ? "all were repeated, and no error reached a client." : "some requests failed.");
    }
}
