using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The logical partition keys that used the most RU.</summary>
internal static class TopKeys
{
    private const int Shown = 10;

    /// <summary>From this share of all RU on, one key of many is worth a word.</summary>
    private const double HotShare = 0.1;

    public static ExhibitResult Of(ReportRun run, double largest)
    {
        var keys = run.Record.Cosmos.TopKeys;
        return keys.Count == 0
            ? new ExhibitResult("no call named a partition key: every query asked all partitions, or keys were not counted.")
            : ExhibitResult.In(Chart(run, keys, largest));
    }

    private static TabledChart Chart(ReportRun run, IReadOnlyList<LogicalKeyUsage> keys, double largest)
    {
        var bars = keys.Take(Shown).Select(key => new Bar(
            key.Key, key.RequestUnits, $"{Short(key.RequestUnits)} RU, partition {key.Partition}",
            key.Throttled > 0 ? "c2" : "c1"));
        return new TabledChart(
            new BarChart($"{run.Title}: RU by logical partition key", SeeHere(run, keys[0]), [.. bars]) { Largest = largest },
            new ChartTable(
                ["logical key", "partition", "RU", "calls", "throttled"],
                [
                    .. keys.Select(key =>
                        (Cell[])[key.Key, key.Partition, key.RequestUnits, Cell.Whole(key.Calls), Cell.Whole(key.Throttled)]),
                ]));
    }

    private static string SeeHere(ReportRun run, LogicalKeyUsage first)
    {
        var all = run.Record.Cosmos.RequestUnits;
        var share = all > 0 ? first.RequestUnits / all : 0;
        return $"“{first.Key}” used the most, {Share(share)} of all RU"
            + (share >= HotShare ? ": a hot key." : "; no key stands out.")
            + (first.Throttled > 0 ? $" {Count(first.Throttled)} of its {Count(first.Calls)} calls were throttled." : "");
    }
}
