using System.Xml.Linq;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>How many observations a run folder holds, and how many were left out.</summary>
internal static class LossesTable
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        return Html.Table(
            "Observations: kept, and left out",
            runs.Select(run => run.Title),
            [
                Row("Requests sent", run => run.Record.Load.Sent),
                Row("Traces kept whole", run => run.Traces),
                Row("Traces left out", run => run.Samples.Losses.Traces),
                Row("Spans kept", run => run.Samples.Spans.Count),
                Row("Spans left out", run => run.Samples.Losses.Spans),
                Row("Spans dropped by the services themselves", run => run.Samples.Losses.AtSource),
                Row("Requests kept one by one", run => run.Samples.Requests.Count),
                Row("Requests left out", run => run.Samples.Losses.Requests),
                Row("Values of metrics kept", run => run.Samples.Metrics.Count),
                Row("Values of metrics left out", run => run.Samples.Losses.Metrics),
            ]);

        (string, IEnumerable<object>) Row(string label, Func<ReportRun, long> count) =>
            (label, runs.Select(run => (object)Count(count(run))));
    }
}
