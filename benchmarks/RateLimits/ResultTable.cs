using System.Globalization;
using System.Text;

namespace DroneDelivery.RateLimits.Benchmarks;

internal static class ResultTable
{
    public static string Write(IEnumerable<MeteredRun> runs)
    {
        var table = new StringBuilder()
            .Append("| limits | gateways | requests | let through | least | most | mean ")
            .AppendLine("| within 1 % | other answers | p50 | p99 |")
            .AppendLine("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        foreach (var run in runs)
        {
            table.AppendLine(Row(run));
        }

        return table.ToString();
    }

    private static string Row(MeteredRun run)
    {
        var deviations = run.Deviations.ToArray();
        var latency = run.Result.Latency.All();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {run.Plan.Limits} | {run.Plan.Gateways} | {run.Result.Sent:N0} | {run.Accepted.Sum():N0} "
            + $"| {deviations.Min():0.00 %} | {deviations.Max():0.00 %} | {deviations.Average():0.000 %} "
            + $"| {deviations.Count(deviation => Math.Abs(deviation) <= 0.01):N0} of {run.Plan.Keys:N0} | {run.Odd:N0} "
            + $"| {latency.ValueAtPercentile(50) / 1_000.0:0.00} ms | {latency.ValueAtPercentile(99) / 1_000.0:0.0} ms |");
    }
}
