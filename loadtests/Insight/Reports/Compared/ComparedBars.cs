using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>Figures of all runs as bars next to each other.</summary>
internal static class ComparedBars
{
    /// <summary>In per cent of the requests of each run, since runs may have different lengths.</summary>
    public static Chart Requests(ComparedRuns runs) => Chart(
        runs,
        "requests by status",
        "% of requests",
        "failed, " + runs.Extremes(run => 100 * Ratio(run.Figures.ClientErrors, run.Record.Load.Sent), " %"),
        run => AnswersSection.RequestBars(run).Select(bar => (bar.Label, 100 * Ratio(bar.Value, run.Record.Load.Sent))));

    public static Chart Parts(ComparedRuns runs, string id, string which, Func<BreakdownByPercentile, BreakdownBand> band)
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

    public static Chart CosmosAnswers(ComparedRuns runs) => Chart(
        runs,
        "Cosmos DB calls of an operation by status",
        "calls per operation",
        "data calls per operation, " + runs.Extremes(run => run.Figures.DataCallsPerOperation, ""),
        run => AnswersSection.CosmosBars(run).Select(bar => (bar.Label, Ratio(bar.Value, run.Record.Load.Sent))));

    public static Chart RequestUnits(ComparedRuns runs) => Chart(
        runs,
        "RU of an operation",
        "RU per operation",
        runs.Extremes(run => run.Figures.RequestUnitsPerOperation, " RU", "most expensive", "cheapest"),
        run => [("RU", run.Figures.RequestUnitsPerOperation)]);

    public static Chart BackendCalls(ComparedRuns runs) => Chart(
        runs,
        "mean duration of each call from the gateway to a backend",
        "mean, ms",
        "the slowest call, " + runs.Extremes(Slowest, " ms", "longest", "shortest"),
        run => run.Answers.BackendCalls.Select(call => (OperationsSection.NameOf(call), call.MeanMs)),
        "no trace was sampled.");

    public static Chart OperationCalls(ComparedRuns runs) => Chart(
        runs,
        "calls of one operation, traced",
        "calls per operation",
        "all calls, " + runs.Extremes(run => Sums(run).LastOrDefault()?.CallsPerOperation, "", "most", "fewest"),
        run => Sums(run).Select(calls => (OperationsSection.NameOf(calls), calls.CallsPerOperation)),
        "no traced operation called the database.");

    public static Chart Processor(ComparedRuns runs) => Processes(
        runs, "processor use", "mean, cores", process => process.CpuMeanCores);

    public static Chart Memory(ComparedRuns runs) => Processes(
        runs, "memory", "highest second, MiB", process => process.MemoryMaxMiB);

    private static Chart Processes(ComparedRuns runs, string title, string unit, Func<ProcessRecord, double> value) => Chart(
        runs,
        $"{title} of each process",
        unit,
        "all processes together, " + runs.Extremes(run => run.Record.Processes.Sum(value), ""),
        run => run.Record.Processes.Select(process => (process.Name, value(process))),
        "no process was sampled.");

    private static IEnumerable<OperationCalls> Sums(ReportRun run) =>
        run.Answers.Operation.Where(calls => !OperationsSection.IsPartition(calls));

    private static double? Slowest(ReportRun run) => run.Answers.BackendCalls.Select(call => call.MeanMs).DefaultIfEmpty().Max();

    private static double Ratio(double value, double total) => total > 0 ? value / total : 0;

    /// <summary>Groups are in the order of their first appearance; a run without a value in a group has no bar there.</summary>
    /// <param name="missing">The reason to state if no run has a value; null for an empty chart.</param>
    private static Chart Chart(
        ComparedRuns runs, string title, string unit, string seeHere,
        Func<ReportRun, IEnumerable<(string Label, double Value)>> figures, string? missing = null)
    {
        var ofRuns = runs.Runs
            .Select(run => figures(run).DistinctBy(each => each.Label).ToDictionary(each => each.Label, each => each.Value))
            .ToList();
        var groups = ofRuns.SelectMany(run => run.Keys).Distinct().Select(label => new BarGroup(
            label, [.. ofRuns.Select(run => run.TryGetValue(label, out var value) ? value : (double?)null)])).ToList();
        return groups.Count == 0 && missing is not null
            ? new MissingChart(missing)
            : new GroupedBarChart($"All runs: {title}", seeHere, unit, runs.Names, groups);
    }
}
