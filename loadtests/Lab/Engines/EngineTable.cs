namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>
/// The figures of one engine, or of two engines in columns, with the difference of the second from the first. Figures that no
/// engine reports are left out.
/// </summary>
internal sealed class EngineTable(IReadOnlyList<EngineRun> runs)
{
    public StudyTable Build(string key, string title)
    {
        var table = new StudyTableBuilder<Row>(key, title).Words("figure", "", row => row.Label);
        foreach (var (index, run) in runs.Index())
        {
            table.Figure($"engine{index + 1}", run.Engine, row => row.Cells[index]);
        }

        if (runs.Count == 2)
        {
            table.Figure("difference", "difference", row => row.Difference);
        }

        return table.Build(Rows().Where(row => row.Cells.Any(cell => cell.Value is not null)));
    }

    private IEnumerable<Row> Rows() =>
    [
        Figure("Requests/s, over the real duration", load => load.RequestsPerSecond),
        Figure("Requests/s, by the engine's own report", load => load.EngineRequestsPerSecond),
        .. LatencySummary.Figures.Select(figure => Latency($"{figure.Name}, ms", load => figure.Read(load.Latency))),
        .. LoadRecord.SuccessLatencies(runs.Select(run => run.Load)).Select(figure => Latency(figure.Title, figure.Read)),
        Figure("Successful requests", load => load.Successful),
        Fact("Failed requests", run => run.Load.NotSuccessful),
        Fact("Cut off at the end: unanswered, or due and not sent", run => run.Load.CutOff),
        Fact("Requests asked for", run => run.Load.Arrivals?.Asked),
        Figure("Requests sent", load => load.Sent),
        Fact("Sent late", run => run.Load.Arrivals?.Late),
        Fact("Dropped", run => run.Load.Arrivals?.Dropped),
        Fact("Lateness, p99, ms", run => run.Load.Generator.LatenessP99Ms),
        Fact("Planned, s", run => run.Load.PlannedSeconds),
        Fact("Passed, s", run => run.Load.DurationSeconds),
        Fact("RU per operation", run => run.RequestUnitsPerOperation),
        Fact("CPU of the generator, cores", run => run.Load.Generator.CpuCores),
    ];

    private Row Figure(string label, Func<LoadRecord, double?> figure) => Latency(label, load => new LatencyValue(figure(load)));

    private Row Latency(string label, Func<LoadRecord, LatencyValue> figure)
    {
        var values = runs.Select(run => figure(run.Load)).ToList();
        return new Row(
            label,
            [.. values.Select(value => Cell.Latency(value))],
            values is [var first, var second] ? Difference(second, first) : None);
    }

    private Row Fact(string label, Func<EngineRun, double?> fact) =>
        new(label, [.. runs.Select(run => Cell.Number(fact(run)))], None);

    /// <summary>One figure, with a cell for each engine.</summary>
    private sealed record Row(string Label, IReadOnlyList<Cell> Cells, string Difference);
}
