namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>The charts of a run's report, each with all runs: lines in one chart, bars next to each other.</summary>
internal sealed class ComparedSections(ComparedRuns runs)
{
    private bool HasDatabase => runs.Runs.Any(run => run.HasDatabase);

    private bool HasTelemetry => runs.Runs.Any(run => run.HasTelemetry);

    public IEnumerable<StudySection> Build() =>
    [
        new("load", "Load and throughput",
            OverTime(
                "Throughput over time", "throughput over time", "requests per second",
                runs.Extremes(run => run.Figures.RequestsPerSecond, " req/s on average"),
                run => run.Slices.Select(slice => new ChartPoint(slice.At, slice.RequestsPerSecond))),
            OverTime(
                "Users over time", "users over time", "users",
                "at the end, " + runs.Extremes(run => run.Slices.LastOrDefault()?.Users, "", "most", "fewest"),
                LoadSection.UsersOf)),
        new("latency", "Latency",
            OverTime(
                "Mean latency over time", "mean latency over time", "latency, ms",
                runs.ExtremeLatencies(run => run.Figures.Latency?.Mean ?? default, " ms on average"),
                run => LatencyCharts.PointsOf(run, slice => slice.Mean)),
            OverTime(
                "p95 latency over time", "p95 latency over time", "latency, ms",
                runs.ExtremeLatencies(run => run.Figures.Latency?.P95 ?? default, " ms over the whole run"),
                run => LatencyCharts.PointsOf(run, slice => slice.P95)),
            Figure("Latency by percentile", Percentiles()),
            Figure("Latency distribution", Distributions())),
        .. HasTelemetry ? [LatencyParts()] : Array.Empty<StudySection>(),
        new("answers", "Answers by status",
        [
            // In per cent of the requests of each run, since runs may have different lengths.
            Bars(
                "Answers to clients", "requests by status", "% of requests sent",
                "failed, " + runs.Extremes(run => 100 * PerRequest(run, run.Figures.Failed), " %"),
                run => AnswersSection.RequestBars(run).Select(bar => (bar.Label, 100 * PerRequest(run, bar.Value)))),
            .. HasDatabase ? [DatabaseAnswers()] : Array.Empty<StudyPart>(),
        ]),
        .. HasDatabase ? [RequestUnits()] : Array.Empty<StudySection>(),
        .. HasTelemetry ? [Operations()] : Array.Empty<StudySection>(),
        new("processes", "Processes and machine",
            Processes("Processor", "processor use", "mean, cores", process => process.CpuMeanCores),
            Processes("Memory", "memory", "highest second, MiB", process => process.MemoryMaxMiB)),
    ];

    private StudySection LatencyParts() => new("parts", "Where the time went",
        Figure("Around the median", Parts("parts-median", "around the median", parts => parts.Median)),
        Figure("Slowest 2 %", Parts("parts-slowest", "of the slowest 2 %", parts => parts.Slowest)));

    private StudyChart DatabaseAnswers() => Bars(
            "Cosmos DB answers", "Cosmos DB calls of an operation by status", "calls per operation",
            "data calls per operation, " + runs.Extremes(run => run.Figures.Counted(run.Figures.DataCallsPerOperation), ""),
            run => AnswersSection.CosmosBars(run).Select(bar => (bar.Label, PerRequest(run, bar.Value))));

    private StudySection RequestUnits() => new("request-units", "Request units",
        // The share of the budget, so that runs with different RU/s are comparable.
        OverTime(
            "The busiest physical partition", "share of its budget that the busiest partition used", "% of budget",
            "in the highest second, " + runs.Extremes(PeakShare, " %"),
            Busiest,
            new ReferenceLine("budget", 100)),
        Bars(
            "RU of an operation", "RU of an operation", "RU per operation",
            runs.Extremes(UnitsPerOperation, " RU", "most expensive", "cheapest"),
            run => UnitsPerOperation(run) is { } units ? [("RU", units)] : [],
            "no call was counted."));

    private StudySection Operations() => new("operations", "Operations",
        Bars(
            "Calls from the entry service to its backends", "mean duration of each call from the entry service to a backend",
            "mean, ms",
            "the slowest call, " + runs.Extremes(Slowest, " ms", "longest", "shortest"),
            run => run.Answers.BackendCalls.Select(call => (OperationsSection.NameOf(call), call.MeanMs)),
            "no trace was sampled."),
        Bars(
            "Calls of one operation", "calls of one operation, traced", "calls per operation",
            "all calls, " + runs.Extremes(run => Sums(run).LastOrDefault()?.CallsPerOperation, "", "most", "fewest"),
            run => Sums(run).Select(calls => (OperationsSection.NameOf(calls), calls.CallsPerOperation)),
            "no traced operation called the database."));

    private static StudyChart Figure(string heading, Chart chart) => new(chart) { Heading = heading };

    private StudyChart OverTime(
        string heading, string title, string unit, string seeHere, Func<ReportRun, IEnumerable<ChartPoint>> points,
        ReferenceLine? reference = null) =>
        Figure(heading, new LineChart($"All runs: {title}", seeHere, "time, s", unit, Lines(points))
        {
            LargestX = runs.Runs.Max(run => run.Figures.DurationSeconds),
            Reference = reference,
        });

    private List<ChartLine> Lines(Func<ReportRun, IEnumerable<ChartPoint>> points) =>
        [.. runs.Each((run, index, name) => new ChartLine(name, Series.Class(index), [.. points(run)]))];

    private Chart Percentiles()
    {
        var curves = Lines(run => PercentileCurve.FromRun(run));
        return curves.All(curve => curve.Points.Count == 0)
            ? new MissingChart("no distribution was kept.")
            : PercentileCurve.Chart(
                "All runs: latency by percentile",
                "at p99, " + runs.ExtremeLatencies(run => run.Figures.Latency?.P99 ?? default, " ms"),
                curves);
    }

    private Chart Distributions()
    {
        var largest = LatencyCharts.ToP99(runs.Runs);
        var lines = Lines(run => LatencyCharts.ColumnsOf(run, largest)
            .Select(column => new ChartPoint((column.From + column.To) / 2, column.Height)));
        return lines.All(line => line.Points.Count == 0)
            ? new MissingChart("no distribution was kept.")
            : new LineChart(
                "All runs: distribution of latencies",
                "half of the requests took at most, " + runs.ExtremeLatencies(run => run.Figures.Latency?.P50 ?? default, " ms"),
                "latency, ms",
                "% of requests",
                lines)
            { LargestX = largest };
    }

    private Chart Parts(string id, string which, Func<BreakdownByPercentile, BreakdownBand> band)
    {
        var bands = runs.Each((run, _, name) => (Name: name, Band: run.Breakdown is { } parts ? band(parts) : null)).ToList();
        return bands.All(each => each.Band is null)
            ? new MissingChart("no request was kept together with its whole trace.")
            : PartsSection.Chart(
                id,
                $"All runs: parts of the latency of requests {which}",
                "latency, "
                + runs.Extremes(
                    run => run.Breakdown is { } parts ? band(parts).Mean.LatencyMs : null, " ms", "longest", "shortest"),
                bands.Where(each => each.Band is not null).Select(each => (each.Name, each.Band!)));
    }

    private static double? PeakShare(ReportRun run) => run.Figures is { PartitionBudget: > 0 } figures
        ? 100 * figures.Run.Cosmos.PeakRequestUnitsPerPartitionPerSecond / figures.PartitionBudget
        : null;

    private static IEnumerable<ChartPoint> Busiest(ReportRun run) =>
        RequestUnitsSection.Hottest(run) is { BudgetPerSecond: > 0 } hottest
            ? RequestUnitsSection.Points(run, hottest, units => 100 * units / hottest.BudgetPerSecond)
            : [];

    private static double? UnitsPerOperation(ReportRun run) => run.Figures.Counted(run.Figures.RequestUnitsPerOperation);

    private static double? Slowest(ReportRun run) => run.Answers.BackendCalls.Select(call => (double?)call.MeanMs).Max();

    private static IEnumerable<OperationCalls> Sums(ReportRun run) =>
        run.Answers.Operation.Where(calls => !OperationsSection.IsPartition(calls));

    private static double PerRequest(ReportRun run, double value) => run.Record.Load.Sent > 0 ? value / run.Record.Load.Sent : 0;

    private StudyChart Processes(string heading, string title, string unit, Func<ProcessRecord, double> value) => Bars(
        heading, $"{title} of each process", unit,
        "all processes together, "
        + runs.Extremes(run => run.Record.Processes is [] ? null : run.Record.Processes.Sum(value), ""),
        run => run.Record.Processes.Select(process => (process.Name, value(process))),
        "no process was sampled.");

    /// <summary>Groups are in the order of their first appearance; a run without a value in a group has no bar there.</summary>
    /// <param name="missing">The reason to state if no run has a value; null for an empty chart.</param>
    private StudyChart Bars(
        string heading, string title, string unit, string seeHere,
        Func<ReportRun, IEnumerable<(string Label, double Value)>> figures, string? missing = null)
    {
        var ofRuns = runs.Runs
            .Select(run => figures(run).DistinctBy(each => each.Label).ToDictionary(each => each.Label, each => each.Value))
            .ToList();
        var groups = ofRuns.SelectMany(run => run.Keys).Distinct().Select(label => new BarGroup(
            label, [.. ofRuns.Select(run => run.TryGetValue(label, out var value) ? value : (double?)null)])).ToList();
        return Figure(heading, groups.Count == 0 && missing is not null
            ? new MissingChart(missing)
            : new GroupedBarChart($"All runs: {title}", seeHere, unit, runs.Names, groups));
    }
}
