using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Traces;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>One typical request of each run, from end to end.</summary>
internal static class WaterfallSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs) =>
        Html.Section(
            "waterfalls",
            "One request from end to end",
            Html.Paragraph(
                "A sampled request of about median duration; where many requests were throttled, one of those. "
                + "Green: a service at work on the request; grey: waiting for another service; blue: a Cosmos DB call; "
                + "orange: a call answered 429; hatched: nothing is done, the SDK waits to try again."),
            runs.Select(Figure));

    private static XElement Figure(ReportRun run) =>
        run.Waterfall is not { } waterfall
            ? Html.Figure(run.Title, "no complete trace was sampled.")
            : Html.Figure(
                run.Title,
                SeeHere(waterfall, run.Traces),
                Html.Wide($"{run.Title}: waterfall", Chart(run, waterfall).ToSvg()));

    private static WaterfallChart Chart(ReportRun run, Waterfall waterfall) =>
        new($"{run.Key}-waterfall", $"{run.Title}: one request", SeeHere(waterfall, run.Traces), waterfall);

    internal static string SeeHere(Waterfall waterfall, int traces)
    {
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
            + $"{total} at the gateway, without the user's own network; picked from {Count(traces)} complete traces.";
    }
}
