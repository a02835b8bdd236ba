using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios;

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

    /// <summary>What takes away from the figures (a debug build, an interrupted run, a generator at its limit): to be shown on top.</summary>
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
        Add("Throughput, req/s", f => FigureText.Short(f.RequestsPerSecond), p => FigureText.Short(p.RequestsPerSecond),
            (f, p) => FigureText.Difference(f.RequestsPerSecond, p.RequestsPerSecond), _notes.Throughput);
        Add("Mean latency, ms", f => FigureText.Short(f.MeanMs), p => FigureText.Short(p.MeanMs),
            (f, p) => FigureText.Difference(f.MeanMs, p.MeanMs));
        Add("p95 latency, ms", f => FigureText.Short(f.P95Ms));
        Add("p99 latency, ms", f => FigureText.Short(f.P99Ms));
        Add("Successful requests", f => FigureText.Count(f.Successful), p => FigureText.Count(p.Successful), note: _notes.Totals);
        Add("Client errors", f => FigureText.Count(f.ClientErrors));
        Add("Throttled calls (429)", f => FigureText.Count(f.ThrottledCalls), p => FigureText.Count(p.ThrottledCalls), note: _notes.Totals);
        Add("RU per operation", f => FigureText.Short(f.RequestUnitsPerOperation), p => FigureText.Short(p.RequestUnitsPerOperation));
        Add("Data calls per operation", f => FigureText.Short(f.DataCallsPerOperation), p => FigureText.Short(p.CallsPerOperation), note: _notes.Calls);
        Add("Plan calls per operation", f => FigureText.Short(f.PlanCallsPerOperation));
        _rows.Add(new TableRow("Peak RU/s of a partition, of its budget", [new TableLine(LineKind.Measured, [.. _runs.Select(PeakOfBudget)])]));
    }

    private static TableCell PeakOfBudget(RunRecord run)
    {
        var budget = run.Cosmos.Partitions.Select(partition => partition.BudgetPerSecond).DefaultIfEmpty().Max();
        return new TableCell($"{FigureText.Short(run.Cosmos.PeakRequestUnitsPerPartitionPerSecond)} of {FigureText.Short(budget)}");
    }

    private void AddSettings()
    {
        var names = _runs.SelectMany(run => run.Manifest.Configuration.Keys).Distinct();
        foreach (var name in names)
        {
            var values = _runs.Select(run => run.Manifest.Configuration.GetValueOrDefault(name, FigureText.None)).ToList();
            if (values.Distinct().Count() > 1)
            {
                _rows.Add(new TableRow(name, [new TableLine(LineKind.Setting, [.. values.Select(value => new TableCell(value))])]));
            }
        }
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
            lines.Add(Line(LineKind.Published, (_, study) => study is null ? FigureText.None : published(study), note));
            if (difference is not null)
            {
                lines.Add(Line(LineKind.Difference, (figures, study) => study is null ? FigureText.None : difference(figures, study)));
            }
        }

        _rows.Add(new TableRow(label, lines));
    }

    private TableLine Line(LineKind kind, Func<ScenarioFigures, PublishedFigures?, string> text, Func<RunRecord, int?>? note = null) =>
        new(kind, [.. _runs.Zip(_figures, (run, figures) => new TableCell(text(figures, run.Manifest.Published), note?.Invoke(run)))]);
}
