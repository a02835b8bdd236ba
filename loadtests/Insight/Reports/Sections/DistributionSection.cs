using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>How often each latency came up.</summary>
internal static class DistributionSection
{
    private const int Columns = 60;

    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        // To p99 of the slowest run: the few requests beyond would squeeze all the others into a corner.
        var largest = Math.Max(1, runs.Max(run => run.Figures.P99Ms) * 1.1);
        return Html.Section(
            "distribution",
            "Latency distribution",
            Html.Paragraph(
                "A column for each band of latencies; its height says how many of 100 requests fell into it. "
                + "The axis is the same for all runs."),
            Html.Panels(runs.Select(run => Html.Figure(run.Title, SeeHere(run, largest), ChartOf(run, largest)))));
    }

    private static XElement? ChartOf(ReportRun run, double largest) =>
        run.Record.Load.Distribution.Count == 0 ? null : Chart(run, largest).ToSvg();

    private static DistributionChart Chart(ReportRun run, double largest) =>
        new(
            $"{run.Title}: distribution of latencies",
            SeeHere(run, largest),
            "latency, ms",
            "% of requests",
            ColumnsOf(run, largest),
            [
                new AxisMark($"p50 {Milliseconds(run.Figures.P50Ms)}", run.Figures.P50Ms),
                new AxisMark($"p95 {Milliseconds(run.Figures.P95Ms)}", run.Figures.P95Ms),
                new AxisMark($"p99 {Milliseconds(run.Figures.P99Ms)}", run.Figures.P99Ms),
            ])
        { LargestX = largest };

    private static List<ChartColumn> ColumnsOf(ReportRun run, double largest)
    {
        var width = largest / Columns;
        var total = Math.Max(1, run.Record.Load.Distribution.Sum(bucket => bucket.Count));
        return
        [
            .. run.Record.Load.Distribution
                .Where(bucket => bucket.UpToMs < largest)
                .GroupBy(bucket => (int)(bucket.UpToMs / width))
                .OrderBy(column => column.Key)
                .Select(column => new ChartColumn(
                    column.Key * width, (column.Key + 1) * width, 100.0 * column.Sum(bucket => bucket.Count) / total)),
        ];
    }

    private static string SeeHere(ReportRun run, double largest)
    {
        if (run.Record.Load.Distribution.Count == 0)
        {
            return $"no distribution was kept; {Percentiles(run)}";
        }

        var beyond = run.Record.Load.Distribution.Where(bucket => bucket.UpToMs >= largest).Sum(bucket => bucket.Count);
        var slowest = Short(run.Record.Load.Latency.MaxMs);
        return Percentiles(run) + (beyond == 0 ? "" : $" {Count(beyond)} beyond the end of the axis, the slowest with {slowest} ms.");
    }

    private static string Percentiles(ReportRun run)
    {
        var latency = run.Record.Load.Latency;
        var times = latency.P50Ms > 0 ? Short(latency.P99Ms / latency.P50Ms) : None;
        return $"half of the requests took at most {Milliseconds(latency.P50Ms)}, the slowest of a hundred more than "
            + $"{Milliseconds(latency.P99Ms)}, {times} times as long.";
    }
}
