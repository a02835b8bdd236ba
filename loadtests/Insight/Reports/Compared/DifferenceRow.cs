using DroneDelivery.LoadTests.Insight.Statistics;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>A figure that runs are compared by.</summary>
/// <param name="IsLowerBound">Of a run's value.</param>
/// <param name="Metric">What tells chance from change in it; null for a figure whose course over the run is not kept.</param>
internal sealed record DifferenceRow(
    string Name, Func<ReportRun, double?> Value, Func<ReportRun, bool> IsLowerBound, RunMetric? Metric = null)
{
    private static readonly DifferenceRow[] Others =
    [
        new("p99.9 latency, ms", run => run.Record.Load.Latency.P999.Milliseconds, run => run.Record.Load.Latency.P999.AtLeast),
        new("Failed requests, %", run => Per(100.0 * run.Figures.ClientErrors, run), _ => false),
        new("Throttled calls per operation", run => Per(run.Figures.ThrottledCalls, run), _ => false),
    ];

    /// <summary>The figures of <c>compare</c>, and a few without an interval.</summary>
    public static IReadOnlyList<DifferenceRow> All { get; } =
        [
            .. RunMetric.All.Select(metric => new DifferenceRow(
                metric.Title, run => Measured(metric.Value(run.Record)), run => metric.IsLowerBound(run.Record), metric)),
            .. Others,
        ];

    public string Text(ReportRun run) => $"{(IsLowerBound(run) ? "at least " : "")}{Short(Value(run))}";

    /// <summary>In per cent of the first run's figure; null where one has none or a lower bound, or the first's is zero.</summary>
    public double? Percent(ReportRun first, ReportRun other) =>
        !IsLowerBound(first) && !IsLowerBound(other) && Value(first) is { } from && Value(other) is { } to && from != 0 ? (to - from) / from * 100 : null;

    private static double? Measured(double value) => value > 0 ? value : null;

    private static double? Per(double total, ReportRun run) => run.Record.Load.Sent > 0 ? total / run.Record.Load.Sent : null;
}
