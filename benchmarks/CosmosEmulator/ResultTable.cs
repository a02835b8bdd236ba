using System.Globalization;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The figures as a Markdown table.</summary>
internal static class ResultTable
{
    public static string Write(TimeSpan import, IReadOnlyList<Throughput> reads, IReadOnlyList<Throughput> fanOuts, Growth growth)
    {
        var bestRead = reads.MaxBy(result => result.PerSecond)!;
        var bestFanOut = fanOuts.MaxBy(result => result.PerSecond)!;
        var table = new StringBuilder();
        table.AppendLine("| what | in parallel | measured | goal | emulator's CPU for one |");
        table.AppendLine("|---|---|---|---|---|");
        AppendRows(table, "SDK point read of 1 KB", "at least 10,000/s", reads, bestRead);
        AppendRows(table, "SDK fan-out over 9 partitions, MaxConcurrency -1", "at least 800/s", fanOuts, bestFanOut);
        var medians = FormattableString.Invariant($"{growth.LargeMicroseconds:N0} to {growth.SmallMicroseconds:N0} us");
        const string Growing = "fan-out over 200,000 documents to one over 20,000";
        AppendRow(table, $"{Growing} | 1 | {growth.Ratio:0.00} ({medians}) | at most 1.3 | |");
        AppendRow(table, $"import of 200,000 documents of 1 KB | 1 | {import.TotalSeconds:0.00} s | about 3 s | |");
        return table.ToString();
    }

    private static void AppendRows(
        StringBuilder table, string what, string goal, IReadOnlyList<Throughput> results, Throughput best)
    {
        foreach (var result in results)
        {
            var mark = result == best ? "**" : "";
            var rate = FormattableString.Invariant($"{mark}{result.PerSecond:N0}/s{mark}");
            AppendRow(table, $"{what} | {result.Parallelism} | {rate} | {goal} | {result.EmulatorMicroseconds:N0} us |");
        }
    }

    private static void AppendRow(StringBuilder table, FormattableString row) =>
        table.Append("| ").AppendLine(row.ToString(CultureInfo.InvariantCulture));
}
