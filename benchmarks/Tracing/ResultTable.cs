using System.Globalization;
using System.Text;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>The figures as a Markdown table: medians over all rounds.</summary>
internal static class ResultTable
{
    public static string Write(IReadOnlyList<Cost> costs)
    {
        var without = costs.Where(cost => cost.Mode == TraceMode.None)
            .ToDictionary(cost => cost.Round, cost => cost.Microseconds);
        var table = new StringBuilder();
        table.AppendLine("| tracing | requests traced | gateway's CPU for one request | against no tracing | quartiles | goal |");
        table.AppendLine("|---|---|---|---|---|---|");
        foreach (var mode in costs.GroupBy(cost => cost.Mode).OrderBy(mode => mode.Key.Ratio ?? 0))
        {
            AppendRow(table, mode.Key, [.. mode], [.. mode.Select(cost => cost.Microseconds / without[cost.Round])]);
        }

        return table.ToString();
    }

    // The ratio is taken within each round, then its median: rounds differ more than modes do.
    private static void AppendRow(StringBuilder table, TraceMode mode, Cost[] costs, double[] ratios)
    {
        var traced = costs.Average(cost => cost.TracedShare);
        var cpu = Quantile([.. costs.Select(cost => cost.Microseconds)], 0.5);
        var comparison = mode.Goal is null
            ? "1 | | |"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"**{Quantile(ratios, 0.5):0.00}** | {Quantile(ratios, 0.25):0.00} to {Quantile(ratios, 0.75):0.00} "
                + $"| at most {mode.Goal:0.00} |");
        table.AppendLine(CultureInfo.InvariantCulture, $"| {mode.Title} | {traced:0.0 %} | {cpu:0} us | {comparison}");
    }

    private static double Quantile(double[] values, double share)
    {
        Array.Sort(values);
        return values[(int)(share * (values.Length - 1))];
    }
}
