using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>The runs beside each other and beside the published figures, for any renderer: a column for each run.</summary>
public sealed class TuningTable
{
    private readonly IReadOnlyList<RunRecord> _runs;
    private readonly IReadOnlyList<ScenarioFigures> _figures;
    private readonly List<TableRow> _rows = [];
    private readonly TableNotes _notes;

    private TuningTable(IReadOnlyList<RunRecord> runs)
    {
        _runs = runs;
        _figures = [.. runs.Select(ScenarioFigures.From)];
        _notes = new TableNotes(runs);
    }

    public IReadOnlyList<string> Columns => [.. _runs.Select(run => run.Manifest.Title)];

    public IReadOnlyList<TableRow> Rows => _rows;

    /// <summary>Notes that cells point to, the first one is note 1.</summary>
    public IReadOnlyList<string> Notes => _notes.Texts;

    /// <summary>
    /// What takes away from the figures (a debug build, an interrupted run, a generator at its limit): to be shown on top.
    /// </summary>
    public IReadOnlyList<string> Warnings => [.. _runs.SelectMany(RunWarnings.Of).Distinct()];

    public static TuningTable Of(IReadOnlyList<RunRecord> runs)
    {
        var table = new TuningTable(runs);
        table.AddSettings();
        table.AddFigures();
        return table;
    }

    private void AddFigures()
    {
        Add("Throughput, req/s", f => Short(f.RequestsPerSecond), p => Short(p.RequestsPerSecond),
            (f, p) => Difference(f.RequestsPerSecond, p.RequestsPerSecond), _notes.Throughput);
        AddRaw("Highest throughput of a second, req/s", run => Short(MaxPerSecond(run)), raw => Short(raw.MaxRequestsPerSecond));
        Add("Mean latency, ms", f => Short(f.Latency?.Mean ?? default), p => Short(p.MeanMs),
            (f, p) => Difference(f.MeanMs, p.MeanMs), _notes.Latency);
        Add("p95 latency, ms", f => Short(f.Latency?.P95 ?? default));
        Add("p99 latency, ms", f => Short(f.Latency?.P99 ?? default));
        if (_figures.Any(figures => figures.Successes is not null))
        {
            Add("Mean latency of successes, ms", f => Short((f.Successes ?? f.Latency)?.Mean ?? default));
            Add("p95 latency of successes, ms", f => Short((f.Successes ?? f.Latency)?.P95 ?? default));
            Add("p99 latency of successes, ms", f => Short((f.Successes ?? f.Latency)?.P99 ?? default));
        }

        AddOperation();
        Add("Successful requests", f => Count(f.Successful), p => Count(p.Successful), note: _notes.Totals);
        Add("Client errors", f => Count(f.ClientErrors));
        if (_runs.Any(run => run.Load.ClientErrors > 0))
        {
            AddLine("Client errors by reason", LineKind.Measured, _runs.Select(run => new TableCell(Reasons(run))));
        }

        AddLine("Cut off by the end of the load", LineKind.Measured, _runs.Select(run => new TableCell(Count(run.Load.CutOff))));
        if (_runs.Any(run => run.Load.Unanswered > 0))
        {
            AddLine("of those, sent and unanswered", LineKind.Measured, _runs.Select(run => new TableCell(Count(run.Load.Unanswered))));
        }

        Add("Throttled calls (429)", f => Count(f.ThrottledCalls), p => Count(p.ThrottledCalls), note: _notes.Throttled);
        Add("RU per operation", f => Short(f.RequestUnitsPerOperation), p => Short(p.RequestUnitsPerOperation));
        Add("Data calls per operation", f => Short(f.DataCallsPerOperation), p => Short(p.CallsPerOperation), note: _notes.Calls);
        Add("Plan calls per operation", f => Short(f.PlanCallsPerOperation));
        AddRaw(
            "Peak RU/s of a partition, of its budget",
            PeakOfBudget,
            raw => $"{Short(raw.MaxPartitionRequestUnitsPerSecond)} of {Short(raw.PartitionBudgetPerSecond)}");
        AddRaw("Calls answered 2xx", run => Count(SuccessfulCalls(run)), raw => Count(raw.SuccessfulCalls), _notes.Totals);
        AddRaw("Operations", run => Count(run.Load.Sent), raw => Count(raw.Operations), _notes.Totals);
        AddRaw(
            "CPU, mean (highest)",
            run => Share(MeanCpuShare(run)),
            raw => $"{Share(raw.MeanCpuShare)} ({Share(raw.MaxCpuShare)})",
            _notes.Cpu);
    }

    /// <summary>The call under study as its own service measured it, which is what the study's latencies are of.</summary>
    private void AddOperation()
    {
        if (_runs.All(run => run.Operation is null))
        {
            return;
        }

        AddRaw("Operation's own latency p50, ms", run => Short(run.Operation?.P50Ms), raw => Short(raw.P50Ms), _notes.Operation);
        AddRaw("Operation's own latency p95, ms", run => Short(run.Operation?.P95Ms), raw => Short(raw.P95Ms));
        AddRaw("Operation's own latency p99, ms", run => Short(run.Operation?.P99Ms), raw => Short(raw.P99Ms));
        AddRaw("Operation's own latency, mean, ms", run => Short(run.Operation?.MeanMs), published: null);
    }

    private static double MaxPerSecond(RunRecord run) =>
        run.Load.Seconds.Select(second => second.Successful).DefaultIfEmpty().Max();

    private static long SuccessfulCalls(RunRecord run) => run.Cosmos.DataCallsByStatus
        .Where(status => status.Key.StartsWith('2'))
        .Sum(status => status.Value);

    /// <summary>Of the machine, by all processes of the run.</summary>
    private static double MeanCpuShare(RunRecord run) =>
        run.Processes.Sum(process => process.CpuMeanCores) / Math.Max(1, run.Manifest.Machine.Cores);

    private static string Reasons(RunRecord run) => run.Load.ErrorsByReason.Count == 0
        ? None
        : string.Join(", ", run.Load.ErrorsByReason
            .OrderByDescending(error => error.Value)
            .Select(error => $"{error.Key}: {Count(error.Value)}"));

    private static string PeakOfBudget(RunRecord run)
    {
        var budget = run.Cosmos.Partitions.Select(partition => partition.BudgetPerSecond).DefaultIfEmpty().Max();
        return $"{Short(run.Cosmos.PeakRequestUnitsPerPartitionPerSecond)} of {Short(budget)}";
    }

    private void AddSettings()
    {
        var names = _runs.SelectMany(run => run.Manifest.Configuration.Keys).Distinct();
        foreach (var name in names)
        {
            var values = _runs.Select(run => run.Manifest.Configuration.GetValueOrDefault(name, None)).ToList();
            if (values.Distinct().Count() > 1)
            {
                AddLine(name, LineKind.Setting, values.Select(value => new TableCell(value)));
            }
        }
    }

    private void AddLine(string label, LineKind kind, IEnumerable<TableCell> cells) =>
        _rows.Add(new TableRow(label, [new TableLine(kind, [.. cells])]));

    /// <summary>A figure next to that of the study's raw data, where there is any.</summary>
    private void AddRaw(
        string label,
        Func<RunRecord, string> measured,
        Func<PublishedRawData, string>? published,
        Func<RunRecord, int?>? note = null)
    {
        List<TableLine> lines = [new(LineKind.Measured, [.. _runs.Select(run => new TableCell(measured(run)))])];
        if (published is not null && _runs.Any(run => run.Manifest.Published?.Raw is not null))
        {
            lines.Add(new(
                LineKind.Published,
                [
                    .. _runs.Select(run => run.Manifest.Published?.Raw is { } raw
                        ? new TableCell(published(raw), note?.Invoke(run))
                        : new TableCell(None)),
                ]));
        }

        _rows.Add(new TableRow(label, lines));
    }

    private void Add(
        string label,
        Func<ScenarioFigures, string> measured,
        Func<PublishedFigures, string>? published = null,
        Func<ScenarioFigures, PublishedFigures, string>? difference = null,
        Func<RunRecord, int?>? note = null)
    {
        List<TableLine> lines = [Line(LineKind.Measured, (figures, _) => measured(figures))];
        if (published is not null && _runs.Any(run => run.Manifest.Published is not null))
        {
            lines.Add(Line(LineKind.Published, (_, study) => study is null ? None : published(study), note));
            if (difference is not null)
            {
                lines.Add(Line(
                    LineKind.Difference,
                    (figures, study) => study is null ? None : difference(figures, study),
                    _notes.Difference));
            }
        }

        _rows.Add(new TableRow(label, lines));
    }

    private TableLine Line(
        LineKind kind, Func<ScenarioFigures, PublishedFigures?, string> text, Func<RunRecord, int?>? note = null)
    {
        var cells = _runs.Zip(_figures, (run, figures) =>
            new TableCell(text(figures, run.Manifest.Published), note?.Invoke(run)));
        return new TableLine(kind, [.. cells]);
    }
}
