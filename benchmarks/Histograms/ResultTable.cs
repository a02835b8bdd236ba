using System.Globalization;
using System.Text;

namespace DroneDelivery.Histograms.Benchmarks;

/// <summary>The figures as a Markdown table.</summary>
internal static class ResultTable
{
    public static string Write(IReadOnlyList<ShapeResult> results)
    {
        var table = new StringBuilder();
        table.AppendLine(
            "| latencies | values | worst error of a percentile (at most 0.1 %) | four parts merged "
            + "| recording one (under 20 ns) | allocated |");
        table.AppendLine("|---|---|---|---|---|---|");
        foreach (var result in results)
        {
            table.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {result.Shape} | {result.Values:N0} | {result.WorstError * 100:0.000} %, p{result.WorstAt:0.####} | "
                + $"{(result.MergesExactly ? "equal" : "DIFFERENT")} | {result.Nanoseconds:0.0} ns "
                + $"| {result.AllocatedBytes} bytes |");
        }

        return table.ToString();
    }
}
