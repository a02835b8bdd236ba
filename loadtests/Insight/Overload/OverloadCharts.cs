using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Scenarios.Overload;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Overload;

/// <summary>The curves of the overload lab, each with a line for each setting.</summary>
internal static class OverloadCharts
{
    private const string PerSecond = "good req/s";

    /// <summary>Goodput against offered load; null where no ladder was climbed.</summary>
    public static LineChart? OfferedLoad(OverloadRecord record)
    {
        var ladders = record.Runs.Where(run => run.Shape == OverloadLab.Ladder).ToList();
        return ladders.Count == 0 ? null : new LineChart(
            "Goodput against offered load",
            "What is offered beyond the peak is lost; what is served of the rest says whether the system stays upright.",
            "offered req/s",
            PerSecond,
            Lines(ladders, run => run.Stretches.Select(
                stretch => new ChartPoint(stretch.OfferedPerSecond, stretch.GoodputPerSecond))))
        {
            Reference = record.Peak is { } peak ? new ReferenceLine("peak", peak) : null,
        };
    }

    /// <param name="runs">Of one shape.</param>
    public static IEnumerable<LineChart> Of(IReadOnlyList<OverloadRun> runs, double objectiveMs)
    {
        var end = Short(runs[0].LoadEndSeconds);
        yield return new LineChart(
            "Goodput over time",
            $"The load ends at {end} s; "
                + $"{string.Join("; ", runs.Select(run => $"{run.Setting}: normal {OverloadVerdicts.RecoveryText(run)}"))}.",
            "s",
            PerSecond,
            Lines(runs, run => run.Seconds.Select(second => new ChartPoint(second.Second, second.Good))));
        yield return new LineChart(
            "Latency of the accepted, p99",
            $"Of the requests due in each second, answered or not. The load ends at {end} s.",
            "s",
            "ms",
            Lines(runs, run => run.Seconds.Select(second => new ChartPoint(second.Second, second.P99Ms))))
        {
            Reference = new ReferenceLine("objective", objectiveMs),
            LargestY = objectiveMs * 4,
        };
        yield return new LineChart(
            "Memory of the gateway",
            $"Resident. The load ends at {end} s.",
            "s",
            "MiB",
            Lines(runs, run => run.Memory.Select(point => new ChartPoint(point.Second, point.MiB))));
    }

    private static List<ChartLine> Lines(IReadOnlyList<OverloadRun> runs, Func<OverloadRun, IEnumerable<ChartPoint>> points) =>
        [.. runs.Select((run, index) => new ChartLine(run.Setting, Series.Class(index), [.. points(run)]))];
}
