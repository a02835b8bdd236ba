using DroneDelivery.LoadTests.Scenarios.Concurrency;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>The tables of the study: the two heat maps, and the evidence for why.</summary>
/// <param name="Notes">How to read them.</param>
/// <param name="Warnings">What takes away from their figures.</param>
public sealed record ConcurrencyTables(
    HeatTable Highest, HeatTable Successful, EvidenceTable Evidence, IReadOnlyList<string> Notes, IReadOnlyList<string> Warnings)
{
    /// <param name="cells">Of a cell that is there twice the last one counts.</param>
    public static ConcurrencyTables Of(IEnumerable<CellFigures> cells)
    {
        var last = cells.GroupBy(figures => figures.Cell).ToDictionary(same => same.Key, same => same.Last());
        List<CellFigures> inOrder = [.. ConcurrencyLab.Cells.Where(last.ContainsKey).Select(cell => last[cell])];
        return new ConcurrencyTables(
            HeatTable.Of("Highest successful req/s", inOrder, figures => figures.HighestPerSecond),
            HeatTable.Of("Successful requests in all", inOrder, figures => figures.Successful),
            EvidenceTable.Of(inOrder),
            [.. ConcurrencyNotes.Of(inOrder)],
            [.. ConcurrencyNotes.Warnings(inOrder)]);
    }
}

/// <summary>One figure of every cell: a row for each work and latency, a column for each way of waiting.</summary>
public sealed record HeatTable(string Title, IReadOnlyList<HeatTableRow> Rows)
{
    internal static HeatTable Of(string title, IReadOnlyList<CellFigures> cells, Func<CellFigures, double> figure) => new(
        title,
        [
            .. cells
                .GroupBy(figures => (figures.Cell.Work, figures.Cell.LatencyMs))
                .Select(row => new HeatTableRow(
                    row.Key.Work,
                    row.Key.LatencyMs,
                    [.. ConcurrencyLab.Modes.Select(mode => row.FirstOrDefault(each => each.Cell.Mode == mode) is { } found
                        ? figure(found)
                        : (double?)null)])),
        ]);
}

/// <summary>
/// One work at one latency. <paramref name="Values"/>: in the order of the modes; null for a cell that was not run.
/// </summary>
public sealed record HeatTableRow(ItemWork Work, int LatencyMs, IReadOnlyList<double?> Values)
{
    private const int Sync = 0;

    /// <summary>
    /// How many times sync's figure the unlimited one is; infinite where sync had no
    /// success at all, null where one of them is missing.
    /// </summary>
    public double? Ratio => Values[Sync] is { } sync && Values[^1] is > 0 and var unlimited ? unlimited / sync : null;

    public double? PublishedRatio => ConcurrencyLab.PublishedRatio(Work, LatencyMs);

    public string WorkName => ConcurrencyCell.NameOf(Work);

    public string RatioText => Ratio is not { } ratio ? None : double.IsInfinity(ratio) ? "all to none" : $"{Short(ratio)}x";

    public string PublishedText => PublishedRatio is { } ratio ? $"{Short(ratio)}x" : None;

    /// <summary>From 0 to 1: the figure over the best of the row.</summary>
    public double? ShareOfBest(int mode) => Values[mode] is { } value && Values.Max() is > 0 and var best ? value / best : null;
}
