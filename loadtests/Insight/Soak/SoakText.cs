using System.Globalization;
using DroneDelivery.LoadTests.Insight.Figures;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>What came of a soak, as text for a console.</summary>
public static class SoakText
{
    public static readonly IReadOnlyList<string> Columns = ["Of", "Figure", "Mean", "Change per hour", "95 % interval", ""];

    public static string Plain(SoakRecord record) =>
        $"{Summary(record)}\n\n{AlignedText.Of([Columns, .. Rows(record)], column => column < 2)}";

    public static string Summary(SoakRecord record) => string.Create(
        CultureInfo.InvariantCulture,
        $"{record.Target}: {Short(record.Rate)} req/s{Share(record)} for {record.Seconds / 60:0.#} min; "
        + $"{Count(record.Completed)} answered, {Count(record.Failed)} failed, {Count(record.Dropped)} dropped, "
        + $"{Count(record.CutOff)} unanswered at the end.");

    /// <summary>A line for each figure, as <see cref="Columns"/> has them.</summary>
    public static IEnumerable<IReadOnlyList<string>> Rows(SoakRecord record) => record.Series.Select(Row);

    private static IReadOnlyList<string> Row(SoakSeries series) =>
    [
        series.Of,
        series.Figure,
        series.Points.Count == 0 ? None : $"{Short(series.Points.Average(point => point.Value))} {series.Unit}",
        series.Trend is { } trend ? Signed(trend.PerHour) : None,
        series.Trend is { } of ? $"{Signed(of.Low)} to {Signed(of.High)}" : None,
        series.Trend is { } seen ? seen.IsSeen ? "changes" : "no change seen" : "too short to tell",
    ];

    private static string Share(SoakRecord record) => record.Capacity is { } capacity
        ? string.Create(CultureInfo.InvariantCulture, $" ({record.Rate / capacity * 100:0} % of a capacity of {Short(capacity)})")
        : "";

    private static string Signed(double value) => value >= 0 ? $"+{Short(value)}" : Short(value);
}
