namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Parts of a study that show one run or several next to each other.</summary>
internal static class RunParts
{
    /// <summary>One run: charts next to each other. Several runs: next to each other, one chart below the other.</summary>
    public static IEnumerable<StudyPart> Charts(IReadOnlyList<ReportRun> runs, params IEnumerable<RunChart> all)
    {
        var charts = all.Where(chart => !AreImported(runs) || runs.Any(run => HasFigures(chart.Draw(run))));
        return runs is [_]
            ? charts.Select(chart => new StudyChart(chart.DrawAll(runs)[0], chart.Explanation) { Heading = chart.Heading })
            : charts.SelectMany(chart => ChartsOfSeveral(runs, chart));
    }

    /// <summary>The sections; of imported runs those for which their files have figures.</summary>
    public static IEnumerable<StudySection> WithFigures(IReadOnlyList<ReportRun> runs, IEnumerable<StudySection> sections) =>
        !AreImported(runs)
            ? sections
            : from section in sections
              let parts = section.Parts.Where(part => part is not StudyChart { Chart: var chart } || HasFigures(chart)).ToList()
              where parts.Exists(part => part is not (StudyProse or StudyNotes) && part.HasContent)
              select section with { Parts = parts };

    /// <summary>A column for each run, a row for each figure.</summary>
    public static StudyTable Table(
        string key, string title, IReadOnlyList<ReportRun> runs,
        params IReadOnlyList<(string Label, Func<ReportRun, Cell> Read)> rows)
    {
        var table = new StudyTableBuilder<(string Label, Func<ReportRun, Cell> Read)>(key, title)
            .Words("figure", "figure", row => row.Label);
        foreach (var run in runs)
        {
            table.Figure(run.Key, runs is [_] ? "value" : run.Title, row => row.Read(run));
        }

        return table.Build(rows.Where(row => !AreImported(runs) || runs.Any(run => row.Read(run).Text != None)));
    }

    /// <summary>A sentence about each run.</summary>
    public static StudyPart Sentences(IReadOnlyList<ReportRun> runs, Func<ReportRun, string> sentence) => runs is [var only]
        ? new StudyProse(only.Caption(sentence(only)))
        : new StudyNotes([.. runs.Select(run => run.Caption(sentence(run)))]);

    private static bool AreImported(IReadOnlyList<ReportRun> runs) => runs.All(run => run.IsImported);

    private static bool HasFigures(Chart chart) => chart.ToTable().Rows.Count > 0;

    private static IEnumerable<StudyPart> ChartsOfSeveral(IReadOnlyList<ReportRun> runs, RunChart chart)
    {
        var drawn = chart.DrawAll(runs);
        var isAlike = drawn.DistinctBy(each => each.Description).Count() == 1;
        IEnumerable<StudyPart> parts = isAlike && drawn.All(each => each is MissingChart)
            ? [new StudyProse($"In all of these runs: {drawn[0].Description}")]
            : runs.Zip(drawn, (run, each) => (StudyPart)new StudyChart(each) { Heading = run.Title });
        return parts.Prepend(new StudyProse(chart.Explanation) { Heading = chart.Heading });
    }
}
