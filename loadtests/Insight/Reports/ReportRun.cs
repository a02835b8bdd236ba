using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>One run as the report's sections need it.</summary>
/// <param name="Key">Names the run in element ids: unique in the report, safe whatever the scenario is called.</param>
internal sealed record ReportRun(
    string Key,
    RunRecord Record,
    ScenarioFigures Figures,
    IReadOnlyList<LoadSlice> Slices,
    IReadOnlyList<BackendCall> BackendCalls,
    Waterfall? Waterfall,
    int Traces)
{
    public string Title => Record.Manifest.Title;

    /// <summary>The largest budget of a physical partition; they are all the same unless partitions were split.</summary>
    public double PartitionBudget =>
        Record.Cosmos.Partitions.Select(partition => partition.BudgetPerSecond).DefaultIfEmpty().Max();

    public static async Task<ReportRun> ReadAsync(RunFolder folder, int number, CancellationToken cancellationToken)
    {
        var record = await folder.ReadRecordAsync(cancellationToken);
        var spans = await folder.ReadSpansAsync(cancellationToken);
        return Of(record, spans, number);
    }

    public static ReportRun Of(RunRecord record, IReadOnlyList<SpanRecord> spans, int number)
    {
        var traces = TraceTree.BuildAll(spans);
        var shown = WaterfallSelector.Select(traces);
        return new ReportRun(
            $"run{number}",
            record,
            ScenarioFigures.From(record),
            LoadSlice.Of(record.Load),
            Insight.Traces.BackendCalls.Of(spans),
            shown is null ? null : Waterfall.Of(shown),
            traces.Count(trace => trace.IsComplete));
    }
}
