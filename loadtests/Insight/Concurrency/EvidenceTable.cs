using System.Globalization;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>Why the figures are as they are: what the Package process said of itself in each cell.</summary>
public sealed record EvidenceTable(
    IReadOnlyList<string> Columns, IReadOnlyList<(string Cell, IReadOnlyList<string> Figures)> Rows)
{
    internal static EvidenceTable Of(IReadOnlyList<CellFigures> cells) => new(
        [
            "bound, req/s", "mean ms", "p99 ms", "failed", "cut off", "threads", "told, s", "pool queue", "work items/req",
            "GC 0/1/2", "GC pause", "CPU package", "emulator", "generator",
        ],
        [.. cells.Select(cell => (cell.Cell.Title, (IReadOnlyList<string>)[.. FiguresOf(cell)]))]);

    private static IEnumerable<string> FiguresOf(CellFigures cell) =>
    [
        Short(cell.Cell.BoundPerSecond),
        cell.LatencyIsOfMost ? Short(cell.MeanMs) : None,
        cell.LatencyIsOfMost ? Short(cell.P99Ms) : None,
        Count(cell.Failed),
        Count(cell.CutOff),
        Count(cell.Threads),
        Short(cell.Pool?.ToldSeconds),
        Short(cell.Pool?.Queue),
        Short(WorkItemsPerRequest(cell)),
        cell.Pool is { } pool
            ? string.Join('/', pool.Collections.Select(count => count.ToString("0", CultureInfo.InvariantCulture)))
            : None,
        cell.Pool is { } paused ? Share(paused.PauseShare) : None,
        Short(cell.PackageCores),
        Short(cell.EmulatorCores),
        Short(cell.GeneratorCores),
    ];

    /// <summary>Not for a process that fell silent: what it told is of another time than most of its requests.</summary>
    private static double? WorkItemsPerRequest(CellFigures cell) =>
        cell.Pool is { } pool
        && pool.ToldSeconds > cell.Record.Load.DurationSeconds / 2
        && cell.Successful + cell.Failed is > 0 and var answered
            ? pool.WorkItemsPerSecond * cell.Record.Load.DurationSeconds / answered
            : null;
}
