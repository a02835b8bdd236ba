using System.Globalization;
using System.Text;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>What came of a soak, as text for a console.</summary>
public static class SoakText
{
    public static readonly IReadOnlyList<string> Columns = ["Of", "Figure", "Mean", "Change per hour", "95 % interval", ""];

    public static string Plain(SoakRecord record)
    {
        IReadOnlyList<IReadOnlyList<string>> lines = [Columns, .. Rows(record)];
        var widths = Columns.Select((_, column) => lines.Max(line => line[column].Length)).ToList();
        var text = new StringBuilder().Append(Summary(record)).Append("\n\n");
        foreach (var line in lines)
        {
            text.Append(string.Join("  ", line.Select((cell, column) => column < 2 ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd())
                .Append('\n');
        }

        return text.ToString();
    }

    public static string Summary(SoakRecord record) => string.Create(
        CultureInfo.InvariantCulture,
        $"{record.Target}: {Short(record.Rate)} req/s{Share(record)} for {record.Seconds / 60:0.#} min; {Count(record.Completed)} answered, "
        + $"{Count(record.Failed)} failed, {Count(record.Dropped)} dropped.");

    /// <summary>A line for each figure, as <see cref="Columns"/> has them.</summary>
    public static IEnumerable<IReadOnlyList<string>> Rows(SoakRecord record) => record.Series.Select(series => (IReadOnlyList<string>)
    [
        series.Of,
        series.Figure,
        series.Points.Count == 0 ? None : $"{Short(series.Points.Average(point => point.Value))} {series.Unit}",
        series.Trend is { } trend ? Signed(trend.PerHour) : None,
        series.Trend is { } of ? $"{Signed(of.Low)} to {Signed(of.High)}" : None,
        series.Trend is { } seen ? seen.IsSeen ? "changes" : "no change seen" : "too short to tell",
    ]);

    private static string Share(SoakRecord record) => record.Capacity is { } capacity
        ? string.Create(CultureInfo.InvariantCulture, $" ({record.Rate / capacity * 100:0} % of a capacity of {Short(capacity)})")
        : "";

    private static string Signed(double value) => value >= 0 ? $"+{Short(value)}" : Short(value);
}
