using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Mean and p95 latency over time.</summary>
internal static class LatencySection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var largest = runs.SelectMany(run => run.Slices).Select(slice => slice.P95Ms).DefaultIfEmpty().Max();
        return Html.Section(
            "latency",
            "Latency over time",
            Html.Paragraph(
                $"From the moment a request {Start(runs)} to its answer, as the user sees it. "
                + "95 of 100 requests are faster than p95."),
            Html.Panels(runs.Select(run => Html.Figure(run.Title, SeeHere(run), Chart(run, largest).ToSvg()))));
    }

    private static string Start(IReadOnlyList<ReportRun> runs) =>
        runs.All(run => run.Record.Load.Generator.LatenessP99Ms is null) ? "started" : "was due";

    private static LineChart Chart(ReportRun run, double largest)
    {
        var answered = run.Slices.Where(slice => slice.Successful > 0).ToList();
        return new LineChart(
            $"{run.Title}: mean and p95 latency over time",
            SeeHere(run),
            "time, s",
            "latency, ms",
            [
                new ChartLine("p95", "c2", [.. answered.Select(slice => new ChartPoint(slice.At, slice.P95Ms))]),
                new ChartLine("mean", "c1", [.. answered.Select(slice => new ChartPoint(slice.At, slice.MeanMs))]),
            ])
        { LargestX = run.Figures.DurationSeconds, LargestY = largest };
    }

    private static string SeeHere(ReportRun run)
    {
        var answered = run.Slices.Where(slice => slice.Successful > 0).ToList();
        var third = answered.Count / 3;
        if (third == 0)
        {
            return $"{Milliseconds(run.Figures.MeanMs)} on average.";
        }

        var (first, last) = (Mean(answered.Take(third)), Mean(answered.TakeLast(third)));
        var growth = first > 0 ? last / first : 1;
        var judgement = growth switch
        {
            > 1.3 => "latency grows with the load: requests queue for something",
            < 0.77 => "latency falls as the system warms up",
            _ => "latency stays about the same whatever the load: nothing queues",
        };
        return $"{judgement}. Mean {Milliseconds(first)} in the first third of the run, {Milliseconds(last)} in the last.";
    }

    private static double Mean(IEnumerable<LoadSlice> slices)
    {
        var all = slices.ToList();
        return all.Sum(slice => slice.MeanMs * slice.Successful) / all.Sum(slice => slice.Successful);
    }
}
