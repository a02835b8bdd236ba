using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A comparison for other programs.</summary>
public static class ComparisonJson
{
    private static readonly JsonSerializerOptions Indented = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    public static void Write(Stream stream, ComparisonResult result) => JsonSerializer.Serialize(
        stream,
        new
        {
            result.A,
            result.B,
            result.Basis,
            Figures = result.Figures.Select(Figure),
            Conditions = result.Conditions.Select(outcome => new
            {
                Condition = outcome.Condition.ToString(),
                outcome.Failed,
                outcome.Message,
            }),
            result.Notes,
            result.Failed,
        },
        Indented);

    private static object Figure(MetricComparison figure) => new
    {
        figure.Metric.Name,
        figure.Metric.Title,
        Better = figure.Metric.Better == BetterWhen.Lower ? "lower" : "higher",
        figure.Comparison.MedianA,
        figure.IntervalA,
        figure.Comparison.MedianB,
        figure.IntervalB,
        figure.Comparison.DifferencePercent,
        figure.Comparison.Low,
        figure.Comparison.High,
        figure.Comparison.FindablePercent,
        Verdict = ComparisonText.Words(figure.Comparison.Verdict),
    };
}
