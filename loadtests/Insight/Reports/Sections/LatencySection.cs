using System.Xml.Linq;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Latency over time, by percentile, and as a whole distribution.</summary>
internal static class LatencySection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var highest = runs.SelectMany(run => run.Slices).Select(slice => slice.P95.Milliseconds ?? 0).DefaultIfEmpty().Max();
        var slowest = runs.Max(LatencyCharts.SlowestOnCurve);
        var common = LatencyCharts.ToP99(runs);
        return Html.Section(
            "latency",
            "Latency",
            Html.Paragraph($"From the moment a request {Start(runs)} to its answer, as the user sees it.{Failures(runs)}"),
            runs is [_] ? null : PercentileTable.Build(runs),
            WithTable(runs, Exhibits.Lay(
                runs,
                new Exhibit(
                    "Latency over time",
                    "95 of 100 requests are faster than p95.",
                    run => ExhibitResult.In(LatencyCharts.OverTime(run, highest))),
                new Exhibit(
                    "Latency by percentile",
                    "How long a request takes that only one in 10, in 100, in 1,000 exceeds: each mark "
                    + "to the right is ten times rarer.",
                    run => LatencyCharts.ByPercentile(run, slowest)),
                new Exhibit(
                    "Latency distribution",
                    "A column for each band of latencies; its height says how many of 100 requests fell into it.",
                    run => LatencyCharts.Distribution(run, common)))));
    }

    /// <summary>One run leaves a place beside its last chart.</summary>
    private static List<XElement> WithTable(IReadOnlyList<ReportRun> runs, IEnumerable<XElement> exhibits)
    {
        var laid = exhibits.ToList();
        if (runs is [_])
        {
            laid[0].Add(Html.Element("div", Html.Class("beside"), PercentileTable.Build(runs)));
        }

        return laid;
    }

    private static string Failures(IReadOnlyList<ReportRun> runs) => runs.Any(run => run.Record.Load.Successes is not null)
        ? " Every request that was sent counts: answered, failed, timed out, or unanswered at the end. A figure that falls among "
            + "requests that timed out or were not answered is a lower bound, written as \"at least\"."
        : "";

    private static string Start(IReadOnlyList<ReportRun> runs) =>
        runs.All(run => run.Record.Load.Generator.LatenessP99Ms is null) ? "started" : "was due";
}

/// <summary>The percentiles in figures.</summary>
internal static class PercentileTable
{
    public static XElement Build(IReadOnlyList<ReportRun> runs) =>
        Html.Wide(
            "Latency by percentile, in figures",
            Html.Table("Latency in ms, by percentile", Columns(runs), Rows(runs), "percentile"));

    private static IEnumerable<string> Columns(IReadOnlyList<ReportRun> runs)
    {
        if (runs is [var only])
        {
            return only.Record.Load.Successes is null ? ["latency", "service time"] : ["latency", "successes", "service time"];
        }

        return runs.SelectMany(run =>
            run.Record.Load.Successes is null ? [run.Title] : new[] { run.Title, $"{run.Title}, successes" });
    }

    private static IEnumerable<(string, IEnumerable<object>)> Rows(IReadOnlyList<ReportRun> runs)
    {
        List<LatencySummary?> summaries = [.. runs.SelectMany(run => Summaries(run.Record.Load))];
        if (runs is [var only])
        {
            summaries.Add(only.Record.Load.ServiceTime);
        }

        return
        [
            Row("mean", latency => latency?.Mean),
            Row("p50", latency => latency?.P50),
            Row("p75", latency => latency?.P75),
            Row("p90", latency => latency?.P90),
            Row("p95", latency => latency?.P95),
            Row("p99", latency => latency?.P99),
            Row("p99.9", latency => latency?.P999),
            Row("p99.99", latency => latency?.P9999),
            Row("slowest", latency => latency?.Max),
        ];

        (string, IEnumerable<object>) Row(string label, Func<LatencySummary?, LatencyValue?> value) =>
            (label, summaries.Select(summary => (object)Short(value(summary) ?? LatencyValue.None)));
    }

    /// <summary>Successes alone only where anything failed.</summary>
    private static IEnumerable<LatencySummary?> Summaries(LoadRecord load) =>
        load.Successes is { } successes ? [load.Latency, successes] : [load.Latency];
}
