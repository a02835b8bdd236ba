using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>A figure that runs are compared by.</summary>
/// <param name="Metric">What tells chance from change in it; null for a figure whose course over the run is not kept.</param>
internal sealed record DifferenceRow(string Name, Func<ReportRun, double?> Value, RunMetric? Metric = null)
{
    private static readonly DifferenceRow[] Others =
    [
        new("p99.9 latency, ms", run => run.Record.Load.Latency.P999Ms),
        new("Failed requests, %", run => Per(100.0 * run.Figures.ClientErrors, run)),
        new("Throttled calls per operation", run => Per(run.Figures.ThrottledCalls, run)),
    ];

    /// <summary>The figures of <c>compare</c>, and a few without an interval.</summary>
    public static IReadOnlyList<DifferenceRow> All { get; } =
        [
            .. RunMetric.All.Select(metric => new DifferenceRow(metric.Title, run => Measured(metric.Value(run.Record)), metric)),
            .. Others,
        ];

    /// <summary>In per cent of the first run's figure; null where one has none, or the first's is zero.</summary>
    public double? Percent(ReportRun first, ReportRun other) =>
        Value(first) is { } from && Value(other) is { } to && from != 0 ? (to - from) / from * 100 : null;

    private static double? Measured(double value) => value > 0 ? value : null;

    private static double? Per(double total, ReportRun run) => run.Record.Load.Sent > 0 ? total / run.Record.Load.Sent : null;
}
