namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The cells over time: for each kind of work and latency a section, with a line for each way of waiting.</summary>
internal static class ConcurrencyCharts
{
    /// <summary>Of each kind of work, only the section of the highest latency is open.</summary>
    public static IEnumerable<StudySection> Sections(IReadOnlyList<CellFigures> cells) =>
        from same in cells.GroupBy(cell => (cell.Cell.Work, cell.Cell.LatencyMs))
        let first = same.First().Cell
        select new StudySection(
            $"over-time-{first.WorkName}-{first.LatencyName}",
            $"Over time: {first.WorkName}, {first.LatencyTitle}",
            Charts($"{first.WorkName}, {first.LatencyTitle}", [.. same]))
        {
            IsFolded = cells.Any(other => other.Cell.Work == first.Work && other.Cell.LatencyMs > first.LatencyMs),
        };

    private static StudyChart[] Charts(string name, IReadOnlyList<CellFigures> cells) =>
    [
        new(
            Lines(
                $"{name}: successful requests", "req/s", cells,
                cell => cell.OverTime(second => second.Successful), "highest", cell => Short(cell.HighestPerSecond)),
            "By the second in which they ended. Users are added during the first five ninths of the load."),
        new(
            Lines(
                $"{name}: failed requests", "req/s", cells,
                cell => cell.OverTime(second => second.Failed), "share of those sent",
                cell => Share(cell.Record.Load.FailedShare)),
            "By the second in which they ended; requests without an answer are not among them."),
        new(
            Lines(
                $"{name}: mean latency", "ms", cells, cell => cell.OverTime(second => second.MeanMs), "of all seconds",
                cell => Short(cell.Mean)),
            "Of the requests that ended in each second, failed ones included; a gap where none ended."),
        new(
            Lines(
                $"{name}: users", "users", cells, cell => cell.OverTime(UsersIn), "maximum",
                cell => Short(cell.Record.Load.Seconds.Max(second => (double?)second.Users)))),
        new(
            Lines($"{name}: threads", "threads", cells, cell => cell.ThreadsOverTime, "maximum", cell => Short(cell.Threads)),
            "Threads of the Package process. Each blocked request holds one, and the runtime adds a few per second."),
    ];

    private static LatencyValue UsersIn(SecondSample second) => second.Users is { } users ? users : LatencyValue.None;

    private static LineChart Lines(
        string title, string unit, IReadOnlyList<CellFigures> cells, Func<CellFigures, IEnumerable<ChartPoint>> points,
        string summary, Func<CellFigures, string> figure) => new(
        title,
        $"{summary}: {string.Join(", ", cells.Select(cell => $"{cell.Cell.ModeName} {figure(cell)}"))}.",
        "seconds",
        unit,
        [.. cells.Select(cell => new ChartLine(cell.Cell.ModeName, Series.Class((int)cell.Cell.Mode), [.. points(cell)]))]);
}
