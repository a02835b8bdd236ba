using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Concurrency;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>The study on one page that opens from disk: heat maps, courses over time, evidence.</summary>
public static class ConcurrencyReport
{
    /// <summary>Writes one self-contained HTML file; its folder is made where it is missing.</summary>
    /// <param name="runs">Of cells, in any order.</param>
    /// <exception cref="FileNotFoundException">A folder holds no run.</exception>
    /// <exception cref="InvalidDataException">A run is of something else.</exception>
    /// <exception cref="IOException">The disk is full or the file cannot be written; the message names it.</exception>
    public static async Task WriteAsync(IReadOnlyList<RunFolder> runs, string htmlPath, CancellationToken cancellationToken)
    {
        var cells = new List<CellCourse>();
        foreach (var run in runs)
        {
            cells.Add(await CellCourse.ReadAsync(run, cancellationToken));
        }

        await ReportDocument.WriteAsync(Build(cells), htmlPath, cancellationToken);
    }

    internal static XElement Build(IReadOnlyList<CellCourse> cells)
    {
        var tables = ConcurrencyTables.Of(cells.Select(cell => cell.Figures));
        return ReportPage.Build(
            "DroneDelivery: sync or async, and how many at once",
            "Each cell is one way of waiting for the database, one kind of work and one latency of the database, under up to "
            + $"{ConcurrencyLoad.ToUsers} users who do not think. A cell is the darker the nearer it is to the best of its row.",
            tables.Warnings,
            [
                Html.Section("heat", "How much each way can take", Heat(tables.Highest), Heat(tables.Successful), Notes(tables)),
                Html.Section("courses", "How it came", CellCharts.Build(cells)),
                Html.Section("why", "Why: what the Package process said of itself", Evidence(tables.Evidence)),
                Html.Section("setup", "How to repeat it", Setup(cells)),
            ]);
    }

    private static XElement Heat(HeatTable table) => Html.Wide(
        table.Title,
        Html.Element(
            "table",
            Html.Element("caption", table.Title),
            Html.Element("thead", Html.Element(
                "tr",
                new[] { "Work", "Database" }
                    .Concat(ConcurrencyLab.Modes.Select(ConcurrencyCell.TitleOf))
                    .Concat(["Ratio", "Published"])
                    .Select(column => Html.Header("col", column)))),
            Html.Element("tbody", table.Rows.Select(row => Html.Element(
                "tr",
                Html.Header("row", row.WorkName),
                Html.Element("td", $"{row.LatencyMs} ms"),
                row.Values.Select((value, mode) => Html.Element("td", Html.Class(HeatOf(row.ShareOfBest(mode))), Short(value))),
                Html.Element("td", row.RatioText),
                Html.Element("td", row.PublishedText))))));

    /// <summary>Those colours of the scale on which text can be read in light and dark.</summary>
    private static string? HeatOf(double? shareOfBest) => shareOfBest switch
    {
        null => null,
        < 0.25 => "heat0",
        < 0.5 => "heat1",
        < 0.75 => "heat2",
        _ => "heat5",
    };

    private static XElement Evidence(EvidenceTable table) => Html.Wide(
        "Evidence for each cell",
        Html.Table(
            "The most threads and queued work items, work items for each request, collections of "
            + "generations 0, 1 and 2; CPU in cores",
            table.Columns,
            table.Rows.Select(row => (row.Cell, row.Figures.Cast<object>())),
            "cell"));

    private static XElement Notes(ConcurrencyTables tables) =>
        Html.Element("ul", Html.Class("notes"), tables.Notes.Select(note => Html.Element("li", note)));

    private static XElement Setup(IReadOnlyList<CellCourse> cells)
    {
        var manifests = cells.Select(cell => cell.Figures.Record.Manifest).OrderBy(manifest => manifest.StartedAt).ToList();
        return Html.Wide("Setup", Html.Table(
            "One line for each command that ran cells",
            ["cells", "started", "machine", "runtime", "commit"],
            manifests.GroupBy(manifest => manifest.Command).Select(run => (run.Key, (IEnumerable<object>)
            [
                Count(run.Count()),
                run.First().StartedAt.ToString("yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture),
                $"{run.First().Machine.Os}, {run.First().Machine.Architecture}, {run.First().Machine.Cores} cores",
                $"{run.First().Machine.Runtime}, {(run.First().DebugBuild ? "debug build" : "release build")}",
                Html.Code(run.First().Commit),
            ])),
            "command"));
    }
}
