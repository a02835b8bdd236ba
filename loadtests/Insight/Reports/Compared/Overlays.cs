using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports.Sections;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>The lines of all runs in one chart.</summary>
internal static class Overlays
{
    public static LineChart Throughput(ComparedRuns runs) => OverTime(
        runs,
        "throughput over time",
        "requests per second",
        runs.Extremes(run => run.Figures.RequestsPerSecond, " req/s on average"),
        run => run.Slices.Select(slice => new ChartPoint(slice.At, slice.RequestsPerSecond)));

    public static LineChart Users(ComparedRuns runs) => OverTime(
        runs,
        "users over time",
        "users",
        "at the end, " + runs.Extremes(run => run.Slices.LastOrDefault()?.Users ?? 0, "", "most", "fewest"),
        run => run.Slices.Select(slice => new ChartPoint(slice.At, slice.Users)));

    public static LineChart MeanLatency(ComparedRuns runs) => OverTime(
        runs,
        "mean latency over time",
        "latency, ms",
        runs.Extremes(run => run.Figures.MeanMs, " ms on average", "slowest", "fastest"),
        run => LatencyCharts.PointsOf(run, slice => slice.Mean));

    public static LineChart P95Latency(ComparedRuns runs) => OverTime(
        runs,
        "p95 latency over time",
        "latency, ms",
        runs.Extremes(run => run.Figures.P95Ms, " ms over the whole run", "slowest", "fastest"),
        run => LatencyCharts.PointsOf(run, slice => slice.P95));

    public static Chart Percentiles(ComparedRuns runs)
    {
        var curves = Lines(runs, run => PercentileCurve.FromDistribution(run.Record.Load.Distribution));
        return curves.All(curve => curve.Points.Count == 0)
            ? new MissingChart("no distribution was kept.")
            : PercentileCurve.Chart(
                "All runs: latency by percentile",
                "at p99, " + runs.Extremes(run => run.Figures.P99Ms, " ms", "slowest", "fastest"),
                curves,
                runs.Runs.Max(LatencyCharts.SlowestOnCurve));
    }

    public static Chart Distributions(ComparedRuns runs)
    {
        var largest = LatencyCharts.ToP99(runs.Runs);
        var lines = Lines(runs, run => LatencyCharts.ColumnsOf(run, largest)
            .Select(column => new ChartPoint((column.From + column.To) / 2, column.Height)));
        return lines.All(line => line.Points.Count == 0)
            ? new MissingChart("no distribution was kept.")
            : new LineChart(
                "All runs: distribution of latencies",
                "half of the requests took at most, " + runs.Extremes(run => run.Figures.P50Ms, " ms", "slowest", "fastest"),
                "latency, ms",
                "% of requests",
                lines)
            { LargestX = largest };
    }

    /// <summary>The budget share that the busiest partition uses, so that runs with different RU/s are comparable.</summary>
    public static LineChart BusiestPartition(ComparedRuns runs) => OverTime(
        runs,
        "share of its budget that the busiest partition used",
        "% of budget",
        "in the highest second, " + runs.Extremes(PeakShare, " %"),
        Busiest) with
    { Reference = new ReferenceLine("budget", 100) };

    private static double? PeakShare(ReportRun run) =>
        run.PartitionBudget > 0 ? 100 * run.Figures.PeakRequestUnitsPerPartitionPerSecond / run.PartitionBudget : null;

    private static IEnumerable<ChartPoint> Busiest(ReportRun run) =>
        RequestUnitsSection.Hottest(run) is { BudgetPerSecond: > 0 } hottest
            ? RequestUnitsSection.Points(run, hottest, units => 100 * units / hottest.BudgetPerSecond)
            : [];

    private static LineChart OverTime(
        ComparedRuns runs, string title, string unit, string seeHere, Func<ReportRun, IEnumerable<ChartPoint>> points) =>
        new($"All runs: {title}", seeHere, "time, s", unit, Lines(runs, points))
        { LargestX = runs.Runs.Max(run => run.Figures.DurationSeconds) };

    private static List<ChartLine> Lines(ComparedRuns runs, Func<ReportRun, IEnumerable<ChartPoint>> points) =>
        [.. runs.Each((run, index, name) => new ChartLine(name, Series.Class(index), [.. points(run)]))];
}
