using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A comparison as a table of plain text.</summary>
public static class ComparisonText
{
    /// <summary>In per cent; what lies beyond says only that next to nothing is known.</summary>
    private const double Most = 999;

    public static string Plain(ComparisonResult result)
    {
        string[] head = ["", $"A {result.A}", $"B {result.B}", "difference", "95 % interval", "would be found", "verdict"];
        string[][] rows = [head, .. result.Figures.Select(Row)];
        var verdict = head.Length - 1;
        var text = new StringBuilder().AppendLine(result.Basis).AppendLine();
        text.AppendLine(AlignedText.Of(rows, column => column == 0 || column == verdict));
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

    internal static string Signed(double percent) => percent > Most
        ? $"> +{Most} %"
        : percent.ToString("+0.0' %';-0.0' %';0.0' %'", CultureInfo.InvariantCulture);

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

    private static string Median(double median, MedianInterval? interval) => interval is { } ends
        ? $"{FigureText.Short(median)} [{FigureText.Short(ends.Low)}, {FigureText.Short(ends.High)}]"
        : FigureText.Short(median);

    private static string Line(ConditionOutcome outcome) =>
        $"{(outcome.Failed ? "FAILED" : "passed")}: {outcome.Condition}. {outcome.Message}";
}
