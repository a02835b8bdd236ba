using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>How long the gateway waited for each backend.</summary>
internal static class BackendCallsSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var largest = runs.SelectMany(run => run.BackendCalls).Select(call => call.P95Ms).DefaultIfEmpty().Max();
        return Html.Section(
            "backend-calls",
            "Calls from the gateway to its backends",
            Html.Paragraph(
                "The gateway makes these calls at the same time, so the slowest sets the answer. "
                + "The bar is the mean of the sampled calls, the tick p95."),
            Html.Panels(runs.Select(run => Html.Figure(run.Title, SeeHere(run), Chart(run, largest)?.ToSvg()))));
    }

    private static BarChart? Chart(ReportRun run, double largest)
    {
        if (run.BackendCalls.Count == 0)
        {
            return null;
        }

        var bars = run.BackendCalls.Select((call, index) =>
            new Bar(call.Name, call.MeanMs, Milliseconds(call.MeanMs), index == 0 ? "c1" : "quiet", call.P95Ms));
        var title = $"{run.Title}: mean duration of each call from the gateway to a backend";
        return new BarChart(title, SeeHere(run), [.. bars]) { Largest = largest };
    }

    private static string SeeHere(ReportRun run) => run.BackendCalls switch
    {
        [] => "no trace was sampled.",
        [var only] => $"{only.Name} takes {Milliseconds(only.MeanMs)} on average, over {Count(only.Count)} calls.",
        [var slowest, var next, ..] =>
            $"{slowest.Name} takes {Milliseconds(slowest.MeanMs)} on average over {Count(slowest.Count)} sampled calls, "
            + $"{(next.MeanMs > 0 ? Short(slowest.MeanMs / next.MeanMs) : None)} times as long as the next, {next.Name}.",
    };
}
