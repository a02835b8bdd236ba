namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>The soak lab's study: the change of each figure with time under a constant load.</summary>
public static class SoakStudy
{
    public const string Name = "soak";

    private const string TooShort = "too short to tell";
    private const string NotKnown = "not decided: some values are lower bounds or not stated";

    /// <param name="runs">The folder of one run.</param>
    /// <exception cref="InvalidDataException">A folder holds a run of another lab, or there are several.</exception>
    public static async Task<Study> ReadAsync(IReadOnlyList<RunFolder> runs, CancellationToken cancellationToken) =>
        runs is [var only] && await only.ReadAsync(cancellationToken) is { Record.Manifest.Lab: Name } run
            ? ExplanationSection.Add(Build(SoakFigures.FromRun(run)), [run])
            : throw new InvalidDataException($"{runs[0].Path}: a study of the {Name} lab is made from one of its runs.");

    public static Study Build(SoakFigures record) => new(
        StudyEnvelope.FromRuns([record.Run], $"soak, {record.Run.Manifest.Title}"),
        Summary(record),
        [
            new StudySection("slopes", "What changes with time", Slopes(record)),
            new StudySection(
                "course",
                "Over time",
                [.. record.Series.Where(series => series.Points.Count > 0).Select(series => new StudyChart(Chart(series)))]),
        ])
    {
        Warnings = RunWarnings.ForRun(record.Run),
    };

    private static string Summary(SoakFigures record)
    {
        var load = record.Run.Load;
        return $"{record.Run.Manifest.Title}: {Short(record.Rate)} req/s{ShareOfCapacity(record)} for "
            + $"{load.DurationSeconds / 60:0.#} min; {Count(load.Successful)} successful, {Count(load.NotSuccessful)} failed "
            + $"({Count(load.Unanswered)} of them unanswered at the end), {Count(load.Arrivals?.Dropped ?? 0)} dropped.";
    }

    private static StudyTable Slopes(SoakFigures record) => new StudyTableBuilder<(SoakSeries Series, Trend? Trend)>(
        "slopes", "Slopes")
        .Words("subject", "of", row => row.Series.Subject)
        .Words("figure", "figure", row => row.Series.Figure)
        .Latency("mean", "mean", row => row.Series.Mean)
        .Words("unit", "unit", row => row.Series.Unit)
        .Number("changePerHour", "change per hour", row => row.Trend?.PerHour, Signed)
        .Number("low", "95 % interval from", row => row.Trend?.Low, Signed)
        .Number("high", "95 % interval to", row => row.Trend?.High, Signed)
        .Words("found", "", row => row.Trend is { } trend ? trend.IsSeen ? "changes" : "no change seen"
            : row.Series.IsKnown ? TooShort : NotKnown)
        .Build(record.Series.Select(series => (series, series.Trend))) with
    {
        Explanation = "A line through the means of twenty equal periods, with the 95 % interval of its slope. This rests "
            + $"on {VerdictBasis.Describe(runs: 1, "95 % intervals of the slopes within it")}. "
            + "If zero is within the interval, no change was seen. If neighbouring means are so strongly correlated that the "
            + "twenty count as fewer than four independent ones, the run was too short to tell.",
    };

    private static LineChart Chart(SoakSeries series) => new(
        $"{series.Subject}: {series.Figure}",
        series.Trend switch
        {
            { IsSeen: true } => "It changes with time.",
            { } => "No change with time was seen.",
            null when !series.IsKnown => "Whether it changes with time is not decided.",
            null => "The run was too short to tell whether it changes with time.",
        },
        "min",
        series.Unit,
        [new ChartLine(series.Figure, Series.Class(0), [.. series.Points.Select(point => point with { X = point.X / 60 })])]);

    private static string ShareOfCapacity(SoakFigures record) => record.Capacity is { } capacity
        ? $" ({record.Rate / capacity * 100:0} % of a capacity of {Short(capacity)})"
        : "";

    private static string Signed(double value) => value >= 0 ? $"+{Short(value)}" : Short(value);
}
