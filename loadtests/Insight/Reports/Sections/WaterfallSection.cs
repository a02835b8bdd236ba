using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Single requests of each run, from end to end.</summary>
internal static class WaterfallSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs) =>
        Html.Section(
            "waterfalls",
            "Requests from end to end",
            Html.Paragraph(
                "The sampled requests nearest the median and p99 of the run, and the slowest one kept. "
                + "Green: a service at work on the request; grey: waiting for another service; blue: a Cosmos DB call; "
                + "orange: a call answered 429; hatched: nothing is done, the SDK waits to try again."),
            runs.Select(run => Figures(run, runs.Count == 1)),
            runs is [var only] ? SlowestTable.Build(only) : null);

    private static IEnumerable<XElement> Figures(ReportRun run, bool alone) =>
        run.Requests.Count == 0
            ? [Html.Figure("h3", run.Title, new ExhibitResult("no complete trace was sampled."), wide: true)]
            : run.Requests.Select((request, index) => Figure(run, request, folded: !alone && index > 0));

    /// <summary>Of several runs only the median is open: the page would grow too long to compare anything.</summary>
    private static XElement Figure(ReportRun run, ShownRequest request, bool folded)
    {
        var heading = $"{run.Title}: {request.Which} request";
        var figure = Html.Figure(folded ? "h4" : "h3", heading, ExhibitResult.In(Chart(run, request)), wide: true);
        return folded ? Html.Element("details", Html.Class("folded"), Html.Element("summary", heading), figure) : figure;
    }

    private static WaterfallChart Chart(ReportRun run, ShownRequest request) =>
        new(
            $"{run.Key}-{request.Which.Replace(' ', '-')}",
            $"{run.Title}: the {request.Which} request from end to end",
            SeeHere(request, run.Traces),
            request.Waterfall);

    private static string SeeHere(ShownRequest request, int traces)
    {
        var waterfall = request.Waterfall;
        var waits = waterfall.Waits.ToList();
        var waited = waits.Sum(wait => wait.DurationMs);
        var shape = (waterfall.DataCalls, waterfall.MostDataCallsAtOnce) switch
        {
            (0, _) => "no call to Cosmos DB",
            (1, _) => "a single Cosmos call",
            (var calls, 1) => $"{calls} Cosmos calls, none overlapping: a staircase",
            var (calls, most) => $"{calls} Cosmos calls, up to {most} at the same time: a comb",
        };
        var throttled = waits.Count == 1 ? "1 call was throttled" : $"{waits.Count} calls were throttled";
        var total = Milliseconds(waterfall.DurationMs);
        return $"{shape}. "
            + (waits.Count == 0 ? "" : $"{throttled}, and {Milliseconds(waited)} of the {total} went into waiting to retry. ")
            + (request.LatencyMs is { } latency
                ? $"{Milliseconds(latency)} for the user, of which {total} at the gateway; "
                : $"{total} at the gateway, without the user's own network; ")
            + $"picked from {Count(traces)} complete traces.";
    }
}
