using System.Globalization;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Keeps runs of the same test apart by when they ran, or else by their place.</summary>
internal static class RunTitles
{
    public static IReadOnlyList<ReportRun> MadeDistinct(IReadOnlyList<ReportRun> runs)
    {
        var times = runs.DistinctBy(run => (run.Title, Time(run))).Count() == runs.Count;
        return
        [
            .. runs.Index().Select(each => runs.Count(run => run.Title == each.Item.Title) == 1
                ? each.Item
                : each.Item with { Title = $"{each.Item.Title}, {(times ? Time(each.Item) : $"run {each.Index + 1}")}" }),
        ];
    }

    private static string Time(ReportRun run) => run.Record.Manifest.StartedAt.ToString("HH:mm:ss", CultureInfo.InvariantCulture);
}
