using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>A chart that is drawn for every run.</summary>
/// <param name="Explanation">What the charts show and how to read them, independent of the results.</param>
internal sealed record RunChart(string Heading, string Explanation, Func<ReportRun, Chart> Draw);

/// <summary>Parts of a study that show one run or several next to each other.</summary>
internal static class RunParts
{
    /// <summary>One run: charts next to each other. Several runs: next to each other, one chart below the other.</summary>
    public static IEnumerable<StudyPart> Charts(IReadOnlyList<ReportRun> runs, params IReadOnlyList<RunChart> charts) =>
        runs is [var only]
            ? charts.Select(chart => new StudyChart(Draw(chart, only), chart.Explanation) { Heading = chart.Heading })
            : charts.SelectMany(chart => ChartsOfSeveral(runs, chart));

    /// <summary>A column for each run, a row for each figure.</summary>
    public static StudyTable Table(
        string key,
        string title,
        IReadOnlyList<ReportRun> runs,
        params IReadOnlyList<(string Label, Func<ReportRun, Cell> Read)> rows)
    {
        var table = new StudyTableBuilder<(string Label, Func<ReportRun, Cell> Read)>(key, title)
            .Words("figure", "figure", row => row.Label);
        foreach (var run in runs)
        {
            table.Figure(run.Key, run.Title, row => row.Read(run));
        }

        return table.Build(rows);
    }

    private static IEnumerable<StudyPart> ChartsOfSeveral(IReadOnlyList<ReportRun> runs, RunChart chart)
    {
        var drawn = runs.Select(run => (run.Title, Chart: Draw(chart, run))).ToList();
        var isAlike = drawn.DistinctBy(each => each.Chart.Description).Count() == 1;
        IEnumerable<StudyPart> parts = isAlike && drawn.All(each => each.Chart is MissingChart)
            ? [new StudyProse($"In all of these runs: {drawn[0].Chart.Description}")]
            : drawn.Select(each => (StudyPart)new StudyChart(each.Chart) { Heading = each.Title });
        return parts.Prepend(new StudyProse(chart.Explanation) { Heading = chart.Heading });
    }

    private static Chart Draw(RunChart chart, ReportRun run) => chart.Draw(run) switch
    {
        MissingChart missing => missing with { Title = $"{run.Title}: {chart.Heading}" },
        var drawn => drawn,
    };
}
