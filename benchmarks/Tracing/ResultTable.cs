using System.Globalization;
using System.Text;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>The figures as a Markdown table: medians over all rounds.</summary>
internal static class ResultTable
{
    public static string Write(IReadOnlyList<Cost> costs)
    {
        var table = new StringBuilder();
        table.AppendLine(
            "| telemetry | requests traced | gateway's CPU for one request | against no OTLP endpoint | quartiles | against metrics only | goal |");
        table.AppendLine("|---|---|---|---|---|---|---|");
        foreach (var mode in costs.GroupBy(cost => cost.Mode).OrderBy(mode => mode.Key.Ratio ?? -1))
        {
            var traced = mode.Average(cost => cost.TracedShare);
            var cpu = Quantile([.. mode.Select(cost => cost.Microseconds)], 0.5);
            var (none, metrics) = (Ratios(costs, mode, TraceMode.None), Ratios(costs, mode, TraceMode.MetricsOnly));
            var goal = mode.Key.Goal is { } limit ? string.Create(CultureInfo.InvariantCulture, $"at most {limit:0.00}") : "";
            table.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {mode.Key.Title} | {traced:0.0 %} | {cpu:0} us | **{Quantile(none, 0.5):0.00}** "
                + $"| {Quantile(none, 0.25):0.00} to {Quantile(none, 0.75):0.00} | {Quantile(metrics, 0.5):0.00} | {goal} |");
        }

        return table.ToString();
    }

    /// <summary>Ratios within each round, since rounds differ more than modes do.</summary>
    private static double[] Ratios(IReadOnlyList<Cost> all, IEnumerable<Cost> costs, TraceMode peer)
    {
        var peers = all.Where(cost => cost.Mode == peer).ToDictionary(cost => cost.Round, cost => cost.Microseconds);
        return [.. costs.Select(cost => cost.Microseconds / peers[cost.Round])];
    }

    private static double Quantile(double[] values, double share)
    {
        Array.Sort(values);
        return values[(int)(share * (values.Length - 1))];
    }
}
