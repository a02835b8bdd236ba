namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>A chart that is drawn for every run.</summary>
/// <param name="Explanation">What the charts show and how to read them, independent of the results.</param>
internal sealed record RunChart(string Heading, string Explanation, Func<ReportRun, Chart> Draw)
{
    /// <summary>A chart for each of the runs, all with the same axis of values, if they have one.</summary>
    public IReadOnlyList<Chart> DrawAll(IReadOnlyList<ReportRun> runs)
    {
        var drawn = runs.Select(run => (Run: run, Chart: Draw(run)))
            .Select(each => each.Chart is MissingChart ? each.Chart with { Title = each.Run.Caption(Heading) } : each.Chart)
            .ToList();
        var largest = drawn.Max(chart => chart.Largest);
        return drawn.ConvertAll(chart => chart with { Largest = largest });
    }
}
