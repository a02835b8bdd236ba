using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A comparison as a table of plain text.</summary>
public static class ComparisonText
{
    private const string Gap = "  ";

    /// <summary>In per cent; what lies beyond says only that next to nothing is known.</summary>
    private const double Most = 999;

    public static string Plain(ComparisonResult result)
    {
        string[] head = ["", $"A {result.A}", $"B {result.B}", "difference", "95 % interval", "would be found", "verdict"];
        string[][] rows = [head, .. result.Figures.Select(Row)];
        var text = new StringBuilder().AppendLine(result.Basis).AppendLine();
        AppendTable(text, rows);
        foreach (var line in result.Notes.Concat(result.Conditions.Select(Line)))
        {
            text.AppendLine(line);
        }

        return text.ToString().TrimEnd();
    }

    public static string Words(ComparisonVerdict verdict) => verdict switch
    {
        ComparisonVerdict.Better => "better",
        ComparisonVerdict.Worse => "worse",
        _ => "no difference seen",
    };

    internal static string Signed(double percent) => percent > Most ? $"> +{Most} %" : percent.ToString("+0.0' %';-0.0' %';0.0' %'", CultureInfo.InvariantCulture);

    internal static string Unsigned(double percent) => Signed(percent).Replace("+", "", StringComparison.Ordinal);

    private static string[] Row(MetricComparison figure)
    {
        var comparison = figure.Comparison;
        return
        [
            figure.Metric.Title,
            Median(comparison.MedianA, figure.IntervalA),
            Median(comparison.MedianB, figure.IntervalB),
            Signed(comparison.DifferencePercent),
            $"{Signed(comparison.Low)} to {Signed(comparison.High)}",
            Unsigned(comparison.FindablePercent),
            Words(comparison.Verdict),
        ];
    }

    private static string Median(double median, Interval? interval) => interval is { } ends
        ? $"{FigureText.Short(median)} [{FigureText.Short(ends.Low)}, {FigureText.Short(ends.High)}]"
        : FigureText.Short(median);

    private static string Line(ConditionOutcome outcome) =>
        $"{(outcome.Failed ? "FAILED" : "passed")}: {outcome.Condition}. {outcome.Message}";

    private static void AppendTable(StringBuilder text, string[][] rows)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length))];
        foreach (var row in rows)
        {
            var cells = row.Select((cell, column) => column == 0 || column == row.Length - 1 ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]));
            text.AppendLine(string.Join(Gap, cells).TrimEnd());
        }

        text.AppendLine();
    }
}
