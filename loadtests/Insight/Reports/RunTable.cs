namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>The runs next to each other and next to the published figures: a column for each run.</summary>
internal sealed class RunTable(IReadOnlyList<RunRecord> runs)
{
    private readonly List<Cell[]> _rows = [];
    private readonly FigureNotes _notes = new(runs);

    public static StudyTable Build(IReadOnlyList<RunRecord> runs)
    {
        var table = new RunTable(runs);
        foreach (var (name, values) in Settings(runs))
        {
            table._rows.Add([name, "setting", .. values.Select(value => Cell.Words(value) with { CssClass = "setting" })]);
        }

        table.AddFigures();
        return new StudyTable(
            "figures",
            runs.Any(run => run.Manifest.Published is not null) ? "Measured here, and published by the study" : "Figures",
            [
                new StudyColumn("figure", "Figure", ColumnKind.Words),
                new StudyColumn("source", "Source", ColumnKind.Words),
                .. runs.Index().Select(run => new StudyColumn(
                    $"run{run.Index + 1}", runs is [_] ? "Value" : run.Item.Manifest.Title, ColumnKind.Figure)),
            ],
            table._rows)
        { IsGrouped = true, Notes = table._notes.Texts };
    }

    /// <summary>The settings of the services that are not the same in all runs, with the value in each run.</summary>
    public static IEnumerable<(string Name, IReadOnlyList<string> Values)> Settings(IReadOnlyList<RunRecord> runs) =>
        from name in runs.SelectMany(run => run.Manifest.Configuration.Keys).Distinct()
        let values = runs.Select(run => run.Manifest.Configuration.GetValueOrDefault(name, None)).ToList()
        where values.Distinct().Count() > 1
        select (name, (IReadOnlyList<string>)values);

    private void AddFigures()
    {
        Add("Throughput, req/s", f => Short(f.RequestsPerSecond), p => Short(p.RequestsPerSecond),
            difference: (f, p) => Difference(f.RequestsPerSecond, p.RequestsPerSecond), note: _notes.Throughput);
        Add("Highest throughput of a second, req/s", f => f.Run.Load.Seconds.Count > 0 ? Short(MaxPerSecond(f.Run)) : None,
            raw: raw => Short(raw.MaxRequestsPerSecond));
        Add("Mean latency, ms", f => Short(f.Latency?.Mean ?? default), p => Short(p.MeanMs),
            difference: (f, p) => Difference(f.Latency?.Mean ?? default, p.MeanMs), note: _notes.For(PublishedNote.Latency));
        Add("p95 latency, ms", f => Short(f.Latency?.P95 ?? default));
        Add("p99 latency, ms", f => Short(f.Latency?.P99 ?? default));
        foreach (var (title, read) in LoadRecord.SuccessLatencies(runs.Select(run => run.Load)))
        {
            Add(title, f => Short(read(f.Run.Load)));
        }

        if (runs.Any(run => run.Operation is not null))
        {
            // The call under study as its service measured it, to which the latencies of the study refer.
            Add("Operation's own latency p50, ms", f => Short(f.Run.Operation?.P50Ms),
                raw: raw => Short(raw.P50Ms), note: _notes.Operation);
            Add("Operation's own latency p95, ms", f => Short(f.Run.Operation?.P95Ms), raw: raw => Short(raw.P95Ms));
            Add("Operation's own latency p99, ms", f => Short(f.Run.Operation?.P99Ms), raw: raw => Short(raw.P99Ms));
            Add("Operation's own latency, mean, ms", f => Short(f.Run.Operation?.MeanMs));
        }

        Add("Successful requests", f => Count(f.Successful), p => Count(p.Successful), note: _notes.Totals);
        Add("Failed requests", f => Count(f.Run.Load.NotSuccessful));
        if (runs.Any(run => run.Load.NotSuccessful > 0))
        {
            Add("Failed requests by reason", f => f.Run.Load.FailuresInWords is { Length: > 0 } reasons ? reasons : None);
        }

        Add("Not sent at the end of the load", f => Cell.Whole(f.Run.Load.NotSent).Text);

        if (runs.Any(run => run.Cosmos.IsPresent))
        {
            AddDatabase();
        }

        Add("Operations", f => Count(f.Run.Load.Sent), raw: raw => Count(raw.Operations), note: _notes.Totals);
        Add("CPU, mean (highest)", f => f.Run.Manifest.Import is null ? Share(MeanCpuShare(f.Run)) : None,
            raw: raw => $"{Share(raw.MeanCpuShare)} ({Share(raw.MaxCpuShare)})", note: _notes.For(PublishedNote.Cpu));
    }

    private void AddDatabase()
    {
        Add("Throttled calls (429)", f => Short(f.Counted(f.ThrottledCalls)), p => Count(p.ThrottledCalls),
            note: _notes.Throttled);
        Add("RU per operation", f => Short(f.Counted(f.RequestUnitsPerOperation)), p => Short(p.RequestUnitsPerOperation));
        Add("Data calls per operation", f => Short(f.Counted(f.DataCallsPerOperation)), p => Short(p.CallsPerOperation),
            note: _notes.For(PublishedNote.Calls));
        Add("Plan calls per operation", f => Short(f.Counted(f.PlanCallsPerOperation)));
        Add("Peak RU/s of a partition, of its budget",
            f => $"{Short(f.Counted(f.Run.Cosmos.PeakRequestUnitsPerPartitionPerSecond))} of "
                + Short(f.PartitionBudget > 0 ? f.Counted(f.PartitionBudget) : null),
            raw: raw => $"{Short(raw.MaxPartitionRequestUnitsPerSecond)} of {Short(raw.PartitionBudgetPerSecond)}");
        Add("Calls answered 2xx",
            f => Short(f.Counted(f.Run.Cosmos.DataCallsByStatus.Where(call => call.Key.StartsWith('2')).Sum(call => call.Value))),
            raw: raw => Count(raw.SuccessfulCalls), note: _notes.Totals);
    }

    private static double MaxPerSecond(RunRecord run) =>
        run.Load.Seconds.Select(second => second.Successful).DefaultIfEmpty().Max();

    /// <summary>The share of the machine's CPU that all processes of the run used.</summary>
    private static double MeanCpuShare(RunRecord run) =>
        run.Processes.Sum(process => process.CpuMeanCores) / Math.Max(1, run.Manifest.Machine.Cores);

    /// <summary>A figure, next to the published one or that of the raw data, if any.</summary>
    private void Add(
        string label, Func<ScenarioFigures, string> measured, Func<PublishedFigures, string>? published = null,
        Func<PublishedRawData, string>? raw = null, Func<ScenarioFigures, PublishedFigures, string>? difference = null,
        Func<RunRecord, int?>? note = null)
    {
        if (runs.Any(run => run.Emulator is not null))
        {
            AddMeasured("emulator", run => run.Emulator);
        }

        AddMeasured(
            runs.All(run => run.Cosmos.Account is not null) ? "Azure"
                : runs.All(run => run.Manifest.Import is not null) ? "imported"
                : "measured here",
            run => run);
        AddStudy(
            label,
            "published",
            (_, study) => published?.Invoke(study) ?? (study.Raw is { } data ? raw?.Invoke(data) : null),
            note);
        AddStudy(label, "difference", (run, study) => difference?.Invoke(new ScenarioFigures(run), study), _notes.Difference);

        void AddMeasured(string source, Func<RunRecord, RunRecord?> find)
        {
            var texts = runs.Select(run => find(run) is { } found ? measured(new ScenarioFigures(found)) : None).ToList();
            if (runs.Any(run => run.Manifest.Import is null)
                || texts.Exists(text => !text.StartsWith(None, StringComparison.Ordinal)))
            {
                _rows.Add([label, source, .. texts.Select(text => Cell.Words(text) with { CssClass = "measured" })]);
            }
        }
    }

    /// <summary>A row for figures of the study, if it has them for one of the runs.</summary>
    private void AddStudy(
        string label, string source, Func<RunRecord, PublishedFigures, string?> text, Func<RunRecord, int?>? note)
    {
        var texts = runs.Select(run => run.Manifest.Published is { } study ? text(run, study) : null).ToList();
        if (texts.Any(found => found is not null))
        {
            _rows.Add([label, source, .. runs.Zip(texts, (run, found) =>
                Cell.Words(found ?? None) with { Note = found is null ? null : note?.Invoke(run), CssClass = source })]);
        }
    }
}
