using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>The curves of a search. Trials at one rate are drawn as their mean.</summary>
internal static class CapacityCharts
{
    private const double ShownBeyondLimit = 1.6;
    private const int CurvePoints = 40;

    public static IEnumerable<Chart> Of(SearchRecord search, CapacityRecord record)
    {
        var limit = search.ByLatency.Rate ?? double.PositiveInfinity;
        var shown = search.Trials.Where(trial => trial.OfferedRate <= limit * ShownBeyondLimit).ToList();
        var x = search.ClosedLoop ? "users" : "offered req/s";
        yield return Lines(
            "Latency", "ms", Said(search, "latency climbs where the queue no longer empties"), [Line("p99", 0, trial => trial.P99Ms), Line("p50", 1, trial => trial.P50Ms)])
            with
            { Reference = new ReferenceLine("objective", record.ObjectiveMs), LargestY = record.ObjectiveMs * 4 };
        yield return Lines("Throughput", "req/s", Said(search, "answers keep up with what is offered until something is full"), [Line("answered", 0, trial => trial.Throughput)]);
        yield return Lines("CPU", "% of the machine", "Every process of the system and the load generator, together.", [Line("CPU", 0, trial => trial.CpuShare * 100)])
            with
            { Reference = record.CpuCap is { } cap ? new ReferenceLine("cap", cap * 100) : null, LargestY = 100 };
        if (search.Scalability is { } model)
        {
            yield return Scaling(search, shown, model);
        }

        LineChart Lines(string title, string unit, string description, IReadOnlyList<ChartLine> lines) => new(title, description, x, unit, lines);

        ChartLine Line(string name, int style, Func<CapacityTrial, double> value) => new(
            name,
            Series.Class(style),
            [.. shown.GroupBy(trial => trial.OfferedRate).OrderBy(group => group.Key).Select(group => new ChartPoint(group.Key, group.Average(value)))]);
    }

    private static string Said(SearchRecord search, string rest) => search.ByLatency.Rate is { } rate
        ? $"Up to {Short(rate)} {(search.ClosedLoop ? "users" : "req/s")} the goal is kept; beyond, {rest}."
        : $"No rate tried kept the goal; {rest}.";

    private static LineChart Scaling(SearchRecord search, IReadOnlyList<CapacityTrial> shown, ScalabilityModel model)
    {
        var most = shown.Max(trial => trial.InFlight);
        var knee = Knee.Of(search.Trials);
        return new LineChart(
            "Throughput by requests in the system",
            $"Measured, and the universal scalability law fitted to it. {(knee is null ? "" : $"The knee, where throughput over latency is highest, is at {Short(knee.InFlight)} in the system.")}",
            "in the system",
            "req/s",
            [
                new ChartLine("measured", Series.Class(0), [.. shown.OrderBy(trial => trial.InFlight).Select(trial => new ChartPoint(trial.InFlight, trial.Throughput))]),
                new ChartLine(
                    "law",
                    Series.Class(1),
                    [.. Enumerable.Range(0, CurvePoints + 1).Select(step => most * step / CurvePoints).Select(n => new ChartPoint(n, model.ThroughputAt(n)))]),
            ]);
    }
}
