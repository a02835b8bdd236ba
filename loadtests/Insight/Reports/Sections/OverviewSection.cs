using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What came out: a sentence for each run, and the table.</summary>
internal static class OverviewSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs) =>
        Html.Section(
            "overview",
            "What came out",
            runs is [var only] ? Tiles(only) : null,
            Html.Element(
                "ul",
                Html.Class("verdicts"),
                runs.Select((run, index) => Summary(run, index == 0 ? null : runs[index - 1]))),
            TableSection.Build(TuningTable.Of([.. runs.Select(run => run.Record)])));

    private static XElement Tiles(ReportRun run)
    {
        return Html.Element(
            "dl",
            Html.Class("tiles"),
            Tile("Throughput", Short(run.Figures.RequestsPerSecond), "req/s"),
            Tile("Median latency", Short(run.Figures.P50Ms), "ms"),
            Tile("p99 latency", Short(run.Figures.P99Ms), "ms"),
            Tile("Failed requests", Count(run.Figures.ClientErrors), ""),
            Tile("Throttled calls", Count(run.Figures.ThrottledCalls), ""),
            Tile("RU per operation", Short(run.Figures.RequestUnitsPerOperation), "RU"));

        static XElement Tile(string name, string figure, string unit) =>
            Html.Element("div", Html.Element("dt", name), Html.Element("dd", figure, " ", Html.Element("small", unit)));
    }

    private static XElement Summary(ReportRun run, ReportRun? before) =>
        Html.Element("li", Html.Element("b", $"{run.Title}: "), $"{run.Diagnosis.Verdict} {Errors(run)}", Against(before, run));

    private static string? Against(ReportRun? before, ReportRun run)
    {
        return before is null
            ? null
            : $" Compared with {before.Title}: req/s {Change(figures => figures.RequestsPerSecond)}, "
                + $"mean latency {Change(figures => figures.MeanMs)}, "
                + $"RU per operation {Change(figures => figures.RequestUnitsPerOperation)}.";

        string Change(Func<ScenarioFigures, double?> figure) => Difference(figure(run.Figures), figure(before.Figures));
    }

    private static string Errors(ReportRun run) => (run.Figures.Successful, run.Figures.ClientErrors) switch
    {
        (0, 0) => "No request was answered before the load ended.",
        (_, 0) => "No error reached a client.",
        (_, var errors) => $"{Count(errors)} requests failed for the client.",
    };
}
