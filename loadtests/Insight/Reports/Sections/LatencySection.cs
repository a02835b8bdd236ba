namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Latency over time, by percentile, and as a whole distribution.</summary>
internal static class LatencySection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs)
    {
        var common = LatencyCharts.ToP99(runs);
        var charts = RunParts.Charts(
            runs,
            new RunChart("Latency over time", "95 of 100 requests are faster than p95.", LatencyCharts.OverTime),
            new RunChart(
                "Latency by percentile",
                "The latency that one request in 10, in 100, in 1,000 exceeds: each mark "
                + "to the right is exceeded by ten times fewer requests.",
                LatencyCharts.ByPercentile),
            new RunChart(
                "Latency distribution",
                "A column for each band of latencies; its height says how many of 100 requests fell into it.",
                run => LatencyCharts.Distribution(run, common)));
        var starts = runs.Select(run => run.Record.LatencyFrom).Distinct();
        var words = new StudyProse(
            (runs.All(run => run.IsImported)
                ? $"Latencies count from {string.Join(" or ", starts)} to the answer."
                : $"From the moment a request {Start(runs)} to its answer, as the user sees it.")
            + Failures(runs));
        return new StudySection(
            "latency", "Latency", runs is [_] ? [words, .. charts, Table(runs)] : [words, Table(runs), .. charts]);
    }

    /// <summary>The percentiles as a table; next to the charts if there is one run.</summary>
    private static StudyTable Table(IReadOnlyList<ReportRun> runs)
    {
        var table = new StudyTableBuilder<(string Name, Func<LatencySummary, LatencyValue> Read)>(
            "percentiles", "Latency in ms, by percentile").Words("percentile", "percentile", row => row.Name);
        foreach (var run in runs)
        {
            var (load, title) = (run.Record.Load, runs is [_] ? "" : $"{run.Title}, ");
            Add(run.Key, runs is [_] ? "latency" : run.Title, load.Latency);
            if (load.Successes is { } successes)
            {
                Add($"{run.Key}Successes", $"{title}successes", successes);
            }

            if (runs is [_])
            {
                Add("serviceTime", "service time", load.ServiceTime);
            }
        }

        return table.Build(LatencySummary.Figures) with
        {
            IsNextToCharts = runs is [_],
            Explanation = runs is [{ Record.Load.ServiceTime: not null }]
                ? "Service time is that of successful requests from sending to the end of the answer. It leaves out how late the "
                    + "load generator sent them, and a simulated way to the user."
                : null,
        };

        void Add(string key, string heading, LatencySummary? summary) => table.Figure(
            key, heading, row => summary is null ? None : Cell.Latency(row.Read(summary)));
    }

    private static string Failures(IReadOnlyList<ReportRun> runs) => runs.Any(run => run.Record.Load.Successes is not null)
        ? " Every request that was sent counts: answered, failed, timed out, or unanswered at the end. A figure that falls among "
            + "requests that timed out or were not answered is a lower bound, written as \"at least\"."
        : "";

    private static string Start(IReadOnlyList<ReportRun> runs) =>
        runs.All(run => run.Record.Load.Generator.LatenessP99Ms is null) ? "started" : "was scheduled";
}
