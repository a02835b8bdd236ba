namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The concurrency lab's study: the throughput of each way of waiting, and the metrics that explain it.</summary>
public static class ConcurrencyStudy
{
    private const string Successful = "successful";

    /// <exception cref="InvalidDataException">A folder holds a run of another lab.</exception>
    public static async Task<Study> ReadAsync(IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken)
    {
        var runs = await RunFolder.ReadAllAsync(folders, cancellationToken);
        return ExplanationSection.Add(Build([.. runs.Select(run => CellFigures.FromRun(run.Record, run.Samples))]), runs);
    }

    /// <param name="runs">If a cell occurs twice, the last run counts.</param>
    public static Study Build(IReadOnlyList<CellFigures> runs)
    {
        var last = runs.GroupBy(figures => figures.Cell).ToDictionary(same => same.Key, same => same.Last());
        List<CellFigures> cells = [.. ConcurrencyLab.Cells.Where(last.ContainsKey).Select(cell => last[cell])];
        return new Study(
            StudyEnvelope.FromRuns([.. cells.Select(cell => cell.Record)], "blocking, pooled, refused and unlimited calls"),
            "Each cell is one way of waiting for the database, one kind of work and one latency of the database, under up to "
            + $"{ConcurrencyLoad.ToUsers} users without think time.",
            [
                new StudySection(
                    "heat",
                    "Throughput of each way of waiting",
                    Heat("highest", "Highest successful req/s", cells, figures => figures.HighestPerSecond),
                    Heat(Successful, "Successful requests in total", cells, figures => figures.Successful),
                    new StudyNotes([.. Notes(cells)])),
                .. ConcurrencyCharts.Sections(cells),
                new StudySection("why", "Why: latency, threads, thread pool and CPU of each cell", Evidence(cells)),
            ])
        {
            Warnings = [.. Warnings(cells).OfType<string>()],
        };
    }

    private static StudyTable Heat(string key, string title, IReadOnlyList<CellFigures> cells, Func<CellFigures, double> figure)
    {
        var table = new StudyTableBuilder<HeatRow>(key, title)
            .Words("work", "work", row => ConcurrencyCell.NameOf(row.Work))
            .Figure("latencyMs", "database", row => new Cell(row.LatencyMs, $"{row.LatencyMs} ms"));
        foreach (var (index, mode) in ConcurrencyLab.Modes.Index())
        {
            table.Figure(
                ConcurrencyCell.NameOf(mode),
                ConcurrencyCell.TitleOf(mode),
                row => Cell.Number(row.Values[index]) with { CssClass = row.Shade(index) });
        }

        table.Number("ratio", "ratio", row => row.Ratio, RatioText);
        return (key == Successful ? table.Number("publishedRatio", "published", row => row.PublishedRatio, RatioText) : table)
            .Build(HeatRow.FromCells(cells, figure));
    }

    private static string RatioText(double ratio) => double.IsInfinity(ratio) ? "sync had none" : $"{Short(ratio)}x";

    private static StudyTable Evidence(IReadOnlyList<CellFigures> cells) => new StudyTableBuilder<CellFigures>("cells", "Why")
        .Words("title", "", cell => cell.Cell.Title)
        .Data("cell", cell => cell.Cell.Name)
        .Data("mode", cell => cell.Cell.ModeName)
        .Data("work", cell => cell.Cell.WorkName)
        .Data("latencyMs", cell => cell.Cell.LatencyMs)
        .Data("durationSeconds", cell => cell.Record.Load.DurationSeconds)
        .Data("highestPerSecond", cell => cell.HighestPerSecond)
        .Data("successful", cell => cell.Successful)
        .Number("boundPerSecond", "bound, req/s", cell => cell.Cell.BoundPerSecond)
        .Latency("meanMs", "mean ms", cell => cell.Mean)
        .Latency("p99Ms", "p99 ms", cell => cell.P99)
        .Number("successP99Ms", "p99 of successes, ms", cell => cell.Record.Load.Successes?.P99Ms)
        .Percent("failedShare", "failed share", cell => cell.Record.Load.FailedShare)
        .Count("failed", "failed", cell => cell.Record.Load.NotSuccessful)
        .Count("refused", "of those 503", cell => cell.Refused)
        .Count("unanswered", "of those unanswered", cell => cell.Record.Load.Unanswered)
        .Data("cutOff", cell => cell.Record.Load.CutOff)
        .Count("threads", "threads", cell => cell.Threads)
        .Number("metricsSeconds", "metrics exported, s", cell => cell.Pool?.MetricsSeconds)
        .Number("poolQueue", "pool queue", cell => cell.Pool?.Queue)
        .Number("workItemsPerRequest", "work items/req", cell => cell.WorkItemsPerRequest)
        .Data("workItemsPerSecond", cell => cell.Pool?.WorkItemsPerSecond)
        .Figure("collections", "GC 0/1/2", cell => new Cell(cell.Pool?.Collections, CollectionsText(cell.Pool)))
        .Percent("gcPauseShare", "GC pause", cell => cell.Pool?.PauseShare)
        .Number("packageCores", "CPU package", cell => cell.Record.CoresOf("package"))
        .Number("emulatorCores", "emulator", cell => cell.Record.CoresOf("cosmos-emulator"))
        .Number("generatorCores", "generator", cell => cell.Record.Load.Generator.CpuCores)
        .Build(cells) with
    {
        Explanation = "Threads and pool queue are maxima; GC counts collections of generations 0, 1 and 2; CPU is in cores.",
    };

    private static string CollectionsText(PoolFigures? pool) => pool is null
        ? None
        : string.Join('/', pool.Collections.Select(count => $"{count:0}"));

    private static IEnumerable<string> Notes(IReadOnlyList<CellFigures> cells)
    {
        foreach (var load in cells.Select(cell => $"{cell.Record.Manifest.Load} ({cell.Record.Manifest.Mode})").Distinct())
        {
            yield return $"Load of each cell: {load}.";
        }

        yield return $"Highest req/s: the mean of the best {HighestRate.Seconds} whole seconds in a row, or of all in a "
            + "shorter cell. The total also has requests that were answered after the end of the load. "
            + "The ratio is async, unlimited, divided by sync; \"published\" is the study's, of io_read and io_create at 200 ms. "
            + "The 27 published cells have no pool that refuses. "
            + $"Each cell rests on {VerdictBasis.Describe(runs: 1)}.";
        yield return $"Bound: the rate on an infinitely fast machine, {ConcurrencyLab.PoolSize} or {ConcurrencyLoad.ToUsers} "
            + "requests at once divided by the simulated latency of their database calls.";
        yield return "Failed share: failed requests divided by all that were sent. A pool that refuses answers 503 at once, and "
            + "the user sends the next request: mean and p99 are mostly those of refusals.";
        yield return "Mean and p99 cover every request that was sent. A request without an answer takes at least as long as the "
            + "client waited.";
        yield return "Threads: the maximum of the Package process, counted from outside. Metrics exported: how long the "
            + "process exported metrics, once a second; queue, work items and collections are of that time.";
    }

    private static string?[] Warnings(IReadOnlyList<CellFigures> cells) =>
    [
        Names(cells, cell => cell.Record.Manifest.Interrupted) is { } interrupted
            ? $"Interrupted, figures cover a part of the load: {interrupted}."
            : null,
        Names(cells, cell => RunConditions.FromRecord(cell.Record).GeneratorLimit is not null) is { } limited
            ? $"The load generator, which shares the machine, was late or short of CPU: {limited}. "
                + "Without this limit the figures could be higher."
            : null,
        .. cells.Select(cell => RunConditions.FromRecord(cell.Record).Disturbance is { } disturbance
            ? $"{cell.Cell.Name}: the machine was disturbed. {disturbance}"
            : null),
        cells.Sum(cell => cell.Record.Cosmos.ThrottledCalls) is > 0 and var throttled
            ? $"The database throttled {Count(throttled)} calls: request units limited the "
                + "throughput, although the lab provisions far more than the cells should need."
            : null,
    ];

    private static string? Names(IReadOnlyList<CellFigures> cells, Func<CellFigures, bool> chosen)
    {
        var names = cells.Where(chosen).Select(cell => cell.Cell.Name).ToList();
        return names.Count == 0 ? null
            : names.Count == cells.Count && names.Count > 1 ? $"all {names.Count} cells"
            : string.Join(", ", names);
    }

    /// <summary>
    /// One kind of work at one latency. <paramref name="Values"/>: one for each mode, in order; null if the cell did not run.
    /// </summary>
    private sealed record HeatRow(ItemWork Work, int LatencyMs, IReadOnlyList<double?> Values)
    {
        /// <summary>Unlimited divided by sync: infinite if only sync is zero, null if unlimited is, or one did not run.</summary>
        public double? Ratio => Values[0] is { } sync && Values[^1] is > 0 and var unlimited ? unlimited / sync : null;

        public double? PublishedRatio => ConcurrencyLab.PublishedRatio(Work, LatencyMs);

        public static IEnumerable<HeatRow> FromCells(IReadOnlyList<CellFigures> cells, Func<CellFigures, double> figure) => cells
            .GroupBy(figures => (figures.Cell.Work, figures.Cell.LatencyMs))
            .Select(row => new HeatRow(
                row.Key.Work,
                row.Key.LatencyMs,
                [.. ConcurrencyLab.Modes.Select(mode =>
                    row.FirstOrDefault(each => each.Cell.Mode == mode) is { } found ? figure(found) : (double?)null)]));

        /// <summary>The colour, by the share of the row's highest value. Text on it is readable in light and dark mode.</summary>
        public string? Shade(int mode) => (Values[mode] / Values.Max()) switch
        {
            null or double.NaN => null,
            < 0.25 => "heat0",
            < 0.5 => "heat1",
            < 0.75 => "heat2",
            _ => "heat5",
        };
    }
}
