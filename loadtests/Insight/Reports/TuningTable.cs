using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Scenarios;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>The runs next to each other and next to the published figures: a column for each run.</summary>
internal sealed class TuningTable
{
    private readonly IReadOnlyList<RunRecord> _runs;
    private readonly List<Cell[]> _rows = [];
    private readonly TableNotes _notes;

    private TuningTable(IReadOnlyList<RunRecord> runs) => (_runs, _notes) = (runs, new TableNotes(runs));

    public static StudyTable Build(IReadOnlyList<RunRecord> runs)
    {
        var table = new TuningTable(runs);
        table.AddSettings();
        table.AddFigures();
        return new StudyTable(
            "figures",
            "Measured here, and published by the study",
            [
                new StudyColumn("figure", "Figure", ColumnKind.Words),
                new StudyColumn("source", "Source", ColumnKind.Words),
                .. runs.Index().Select(run => new StudyColumn($"run{run.Index + 1}", run.Item.Manifest.Title, ColumnKind.Figure)),
            ],
            table._rows)
        { IsGrouped = true, Notes = table._notes.Texts };
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
        if (_runs.Any(run => ScenarioFigures.From(run).Successes is not null))
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
            AddRaw("Client errors by reason", Reasons);
        }

        AddRaw("Cut off by the end of the load", run => Count(run.Load.CutOff));
        if (_runs.Any(run => run.Load.Unanswered > 0))
        {
            AddRaw("of those, sent and unanswered", run => Count(run.Load.Unanswered));
        }

        Add("Throttled calls (429)", f => Count(f.ThrottledCalls), p => Count(p.ThrottledCalls), note: _notes.Throttled);
        Add("RU per operation", f => Short(f.RequestUnitsPerOperation), p => Short(p.RequestUnitsPerOperation));
        Add("Data calls per operation", f => Short(f.DataCallsPerOperation), p => Short(p.CallsPerOperation), note: _notes.Calls);
        Add("Plan calls per operation", f => Short(f.PlanCallsPerOperation));
        AddRaw("Peak RU/s of a partition, of its budget", PeakOfBudget,
            raw => $"{Short(raw.MaxPartitionRequestUnitsPerSecond)} of {Short(raw.PartitionBudgetPerSecond)}");
        AddRaw("Calls answered 2xx", run => Count(SuccessfulCalls(run)), raw => Count(raw.SuccessfulCalls), _notes.Totals);
        AddRaw("Operations", run => Count(run.Load.Sent), raw => Count(raw.Operations), _notes.Totals);
        AddRaw("CPU, mean (highest)", run => Share(MeanCpuShare(run)),
            raw => $"{Share(raw.MeanCpuShare)} ({Share(raw.MaxCpuShare)})", _notes.Cpu);
    }

    /// <summary>The call under study as its service measured it, to which the latencies of the study refer.</summary>
    private void AddOperation()
    {
        if (_runs.All(run => run.Operation is null))
        {
            return;
        }

        AddRaw("Operation's own latency p50, ms", run => Short(run.Operation?.P50Ms), raw => Short(raw.P50Ms), _notes.Operation);
        AddRaw("Operation's own latency p95, ms", run => Short(run.Operation?.P95Ms), raw => Short(raw.P95Ms));
        AddRaw("Operation's own latency p99, ms", run => Short(run.Operation?.P99Ms), raw => Short(raw.P99Ms));
        AddRaw("Operation's own latency, mean, ms", run => Short(run.Operation?.MeanMs));
    }

    private static double MaxPerSecond(RunRecord run) =>
        run.Load.Seconds.Select(second => second.Successful).DefaultIfEmpty().Max();

    private static long SuccessfulCalls(RunRecord run) =>
        run.Cosmos.DataCallsByStatus.Where(status => status.Key.StartsWith('2')).Sum(status => status.Value);

    /// <summary>The share of the machine's CPU that all processes of the run used.</summary>
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
        foreach (var name in _runs.SelectMany(run => run.Manifest.Configuration.Keys).Distinct())
        {
            if (_runs.Select(Setting).Distinct().Count() > 1)
            {
                AddRow(name, "setting", "setting", run => Setting(run));
            }

            string Setting(RunRecord run) => run.Manifest.Configuration.GetValueOrDefault(name, None);
        }
    }

    /// <summary>A figure next to the one from the study's raw data, if there is one.</summary>
    private void AddRaw(
        string label,
        Func<RunRecord, string> measured,
        Func<PublishedRawData, string>? published = null,
        Func<RunRecord, int?>? note = null)
    {
        AddRow(label, "measured here", "measured", run => measured(run));
        if (published is not null)
        {
            AddStudy(label, "published", run => run.Manifest.Published?.Raw, (_, raw) => published(raw), note);
        }
    }

    private void Add(
        string label,
        Func<ScenarioFigures, string> measured,
        Func<PublishedFigures, string>? published = null,
        Func<ScenarioFigures, PublishedFigures, string>? difference = null,
        Func<RunRecord, int?>? note = null)
    {
        AddRow(label, "measured here", "measured", run => measured(ScenarioFigures.From(run)));
        if (published is not null)
        {
            AddStudy(label, "published", Published, (_, study) => published(study), note);
        }

        if (difference is not null)
        {
            AddStudy(
                label, "difference", Published, (run, study) => difference(ScenarioFigures.From(run), study), _notes.Difference);
        }

        static PublishedFigures? Published(RunRecord run) => run.Manifest.Published;
    }

    /// <summary>A row for figures of the study, if it has them for one of the runs.</summary>
    private void AddStudy<T>(
        string label, string source, Func<RunRecord, T?> study, Func<RunRecord, T, string> text, Func<RunRecord, int?>? note)
        where T : class
    {
        if (_runs.Any(run => study(run) is not null))
        {
            AddRow(label, source, source, run => study(run) is { } found
                ? Cell.Words(text(run, found)) with { Note = note?.Invoke(run) }
                : None);
        }
    }

    private void AddRow(string label, string source, string cssClass, Func<RunRecord, Cell> cell) =>
        _rows.Add([label, source, .. _runs.Select(run => cell(run) with { CssClass = cssClass })]);
}
