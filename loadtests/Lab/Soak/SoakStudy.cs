namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>The soak lab's study: the change of each figure with time under a constant load.</summary>
public static class SoakStudy
{
    public const string Name = "soak";

    private const string TooShort = "too short to tell";

    public static Study Build(SoakRecord record) => new(
        record.Envelope,
        Summary(record),
        [
            new StudySection("slopes", "What changes with time", Slopes(record)),
            new StudySection(
                "course",
                "Over time",
                [.. record.Series.Where(series => series.Points.Count > 0).Select(series => new StudyChart(Chart(series)))]),
        ]);

    internal static string Summary(SoakRecord record) =>
        $"{record.Target}: {Short(record.Rate)} req/s{ShareOfCapacity(record)} for {record.Seconds / 60:0.#} min; "
        + $"{Count(record.Completed)} answered, {Count(record.Failed)} failed, {Count(record.Dropped)} dropped, "
        + $"{Count(record.CutOff)} unanswered at the end.";

    private static StudyTable Slopes(SoakRecord record) => new StudyTableBuilder<(SoakSeries Series, Trend? Trend)>(
        "slopes", "Slopes")
        .Words("subject", "of", row => row.Series.Subject)
        .Words("figure", "figure", row => row.Series.Figure)
        .Number("mean", "mean", row => row.Series.Points.Average(point => point.Value))
        .Words("unit", "unit", row => row.Series.Unit)
        .Number("changePerHour", "change per hour", row => row.Trend?.PerHour, Signed)
        .Number("low", "95 % interval from", row => row.Trend?.Low, Signed)
        .Number("high", "95 % interval to", row => row.Trend?.High, Signed)
        .Words("found", "", row => row.Trend is { } trend ? trend.IsSeen ? "changes" : "no change seen" : TooShort)
        .Build(record.Series.Select(series => (series, series.Trend))) with
    {
        Explanation = "A line through the means of twenty equal intervals, with the 95 % interval of its slope. This rests "
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
            null => "The run was too short to tell whether it changes with time.",
        },
        "min",
        series.Unit,
        [new ChartLine(series.Figure, Series.Class(0), [.. series.Points.Select(InMinutes)])]);

    private static ChartPoint InMinutes(SoakPoint point) =>
        ChartPoint.FromLatency(point.Second / 60, new LatencyValue(point.Value, point.AtLeast));

    private static string ShareOfCapacity(SoakRecord record) => record.Capacity is { } capacity
        ? $" ({record.Rate / capacity * 100:0} % of a capacity of {Short(capacity)})"
        : "";

    private static string Signed(double value) => value >= 0 ? $"+{Short(value)}" : Short(value);
}
