using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>
/// For each work at its highest latency: successful requests and threads over time, the ways of waiting in one chart.
/// </summary>
internal static class CellCharts
{
    public static XElement Build(IReadOnlyList<CellCourse> cells) => Html.Panels(cells
        .GroupBy(cell => cell.Figures.Cell.Work)
        .OrderBy(work => work.Key)
        .SelectMany(work => OfWork([.. work.GroupBy(cell => cell.Figures.Cell.LatencyMs).MaxBy(latency => latency.Key)!])));

    private static IEnumerable<XElement> OfWork(IReadOnlyList<CellCourse> cells)
    {
        var cell = cells[0].Figures.Cell;
        var name = $"{cell.WorkName}, {cell.LatencyTitle}";
        List<CellCourse> ordered =
        [
            .. cells.GroupBy(each => each.Figures.Cell.Mode).OrderBy(mode => mode.Key).Select(mode => mode.Last()),
        ];
        yield return Figure(
            $"{name}: successful requests",
            "Users come until five ninths of the time; what each way of waiting makes of them.",
            Chart(
                $"{name}: successful requests over time",
                "req/s",
                ordered,
                each => each.Successful,
                each => each.Figures.HighestPerSecond));
        yield return Figure(
            $"{name}: threads",
            "Threads of the Package process. Each blocked request holds one, and the runtime adds them a few a second.",
            Chart($"{name}: threads over time", "threads", ordered, each => each.Threads, each => each.Figures.Threads));
    }

    private static XElement Figure(string heading, string explanation, LineChart chart) =>
        Html.Figure("h3", heading, ExhibitResult.In(chart), explanation);

    private static LineChart Chart(
        string title,
        string unit,
        IReadOnlyList<CellCourse> cells,
        Func<CellCourse, IEnumerable<ChartPoint>> points,
        Func<CellCourse, double> highest) => new(
        title,
        $"highest: {string.Join(", ", cells.Select(cell => $"{cell.Figures.Cell.ModeName} {Short(highest(cell))}"))}.",
        "seconds",
        unit,
        [
            .. cells.Select(cell => new ChartLine(
                cell.Figures.Cell.ModeName, Series.Class((int)cell.Figures.Cell.Mode), [.. points(cell)])),
        ]);
}
