using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>The figures as Markdown tables.</summary>
internal static class ResultTable
{
    private const double Megabyte = 1024 * 1024;

    private static readonly string[] Columns =
    [
        "asked", "scheduled", "sent", "sent/s", "late p50", "late p99", "late max", "dropped", "latency p50", "latency p99", "generator's cores",
        $"even: sent gaps within {Plan.Tolerance:P0}", "Poisson: distance of sent gaps", "p of sent gaps", "p of sent counts",
    ];

    public static string Write(IReadOnlyList<PacedRun> runs)
    {
        var table = new StringBuilder();
        table.AppendLine($"| {string.Join(" | ", Columns)} |").AppendLine($"|{string.Concat(Columns.Select(_ => "---|"))}");
        foreach (var run in runs)
        {
            table.AppendLine(Row(run));
        }

        foreach (var run in runs)
        {
            foreach (var limit in run.Result.Generator.Limits)
            {
                table.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"{Name(run.Plan)}: {limit}");
            }
        }

        return table.ToString();
    }

    public static string Row(PacedRun run)
    {
        var result = run.Result;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {Name(run.Plan)} | {result.Arrivals!.Scheduled:N0} | {run.ShareOfSchedule:0.00 %} | {run.Achieved:N1} "
            + $"| {Ms(result.Lateness, 50)} | {Ms(result.Lateness, 99)} | {Ms(result.Lateness, 100)} | {result.Dropped:N0} "
            + $"| {Ms(result.Latency.All(), 50)} | {Ms(result.Latency.All(), 99)} | {result.Generator.ShareOfOneCore:0.00} "
            + $"| {Spacing(run)} |");
    }

    public static string Write(OverloadRun run)
    {
        var result = run.Result;
        var table = new StringBuilder();
        table.AppendLine("| asked | scheduled | started | dropped | cut off | ended after | memory before | at its highest |");
        table.AppendLine("|---|---|---|---|---|---|---|---|");
        table.Append(CultureInfo.InvariantCulture, $"| {Plan.OverloadRate:N0}/s, no answers | {result.Arrivals!.Scheduled:N0} ");
        table.Append(CultureInfo.InvariantCulture, $"| {result.Sent:N0} | {result.Dropped:N0} | {result.CutOff:N0} ");
        table.Append(CultureInfo.InvariantCulture, $"| {run.Took.TotalSeconds:0.0} s ");
        table.Append(CultureInfo.InvariantCulture, $"| {run.BytesBefore / Megabyte:0} MB ");
        table.AppendLine(CultureInfo.InvariantCulture, $"| {run.PeakBytes / Megabyte:0} MB |");
        return table.ToString();
    }

    public static string Write(EngineCost cost) => string.Create(CultureInfo.InvariantCulture, $"""
        | a request of 50 users | CPU | allocated |
        |---|---|---|
        | one work item of the thread pool | {cost.BareNanoseconds:0} ns | {cost.BareBytes:0} B |
        | the same by the closed loop | {cost.Nanoseconds:0} ns | {cost.Bytes:0} B |
        | the engine's share | {cost.Nanoseconds - cost.BareNanoseconds:0} ns | {cost.Bytes - cost.BareBytes:0} B |
        """);

    private static string Name(Plan plan) => string.Create(
        CultureInfo.InvariantCulture, $"{plan.Rate:N0}/s {(plan.Spacing == ArrivalSpacing.Even ? "even" : "Poisson")}");

    private static string Spacing(PacedRun run) => run.Plan.Spacing == ArrivalSpacing.Even
        ? string.Create(CultureInfo.InvariantCulture, $"{run.ShareOfEvenGaps:0.0 %} | | |")
        : string.Create(CultureInfo.InvariantCulture, $"| {run.GapsDistance:0.000} | {run.GapsFit:0.00} | {run.CountsFit:0.00}");

    private static string Ms(LatencyHistogram histogram, double percentile) =>
        string.Create(CultureInfo.InvariantCulture, $"{histogram.ValueAtPercentile(percentile) / 1_000.0:0.000} ms");
}
