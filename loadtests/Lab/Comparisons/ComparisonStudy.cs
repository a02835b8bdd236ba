namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The study of <c>compare</c>: each figure of A and B, whether B is better, and whether conditions are met.</summary>
internal static class ComparisonStudy
{
    public const string Name = "compare";

    public static Study Build(ComparisonResult result)
    {
        var runs = result.Runs.A.Concat(result.Runs.B).ToList();
        return new Study(
            StudyEnvelope.FromRuns(runs, $"{result.B} compared with {result.A}") with { Lab = Name },
            result.Basis,
            [
                new StudySection("figures", "Differences", Figures(result), new StudyNotes([.. NotCompared(result)])),
                new StudySection(
                    "conditions", "Conditions", new StudyVerdicts([.. result.Conditions.Select(each => Verdict(each, result))])),
            ])
        {
            Warnings = [.. RunWarnings.ForRuns(runs), .. result.Runs.Notes()],
        };
    }

    /// <summary>The figure in one line, for the JUnit report.</summary>
    public static string Line(MetricComparison figure)
    {
        var comparison = figure.Comparison;
        return $"A {Median(comparison.MedianA, comparison.AtLeastA, null)}, "
            + $"B {Median(comparison.MedianB, comparison.AtLeastB, null)}, "
            + $"difference {ComparisonText.Difference(comparison)}, 95 % interval {ComparisonText.Interval(comparison)}: "
            + ComparisonText.Verdict(comparison.Verdict);
    }

    private static StudyTable Figures(ComparisonResult result) => new StudyTableBuilder<MetricComparison>("figures", "Figures")
        .Words("title", "", figure => figure.Metric.Title)
        .Data("name", figure => figure.Metric.Name)
        .Data("better", figure => figure.Metric.Better == BetterWhen.Lower ? "lower" : "higher")
        .Figure("medianA", $"A {result.A}", figure => new Cell(
            figure.Comparison.MedianA, Median(figure.Comparison.MedianA, figure.Comparison.AtLeastA, figure.IntervalA)))
        .Data("atLeastA", figure => figure.Comparison.AtLeastA)
        .Data("intervalA", figure => figure.IntervalA)
        .Figure("medianB", $"B {result.B}", figure => new Cell(
            figure.Comparison.MedianB, Median(figure.Comparison.MedianB, figure.Comparison.AtLeastB, figure.IntervalB)))
        .Data("atLeastB", figure => figure.Comparison.AtLeastB)
        .Data("intervalB", figure => figure.IntervalB)
        .Figure("differencePercent", "difference", figure => new Cell(
            figure.Comparison.DifferencePercent, ComparisonText.Difference(figure.Comparison)))
        .Figure("low", "95 % interval", figure => new Cell(
            figure.Comparison.Interval.Low, ComparisonText.Interval(figure.Comparison)))
        .Data("high", figure => figure.Comparison.Interval.High)
        .Figure("findablePercent", "would be found", figure => new Cell(
            figure.Comparison.FindablePercent, ComparisonText.Unsigned(figure.Comparison.FindablePercent)))
        .Words("verdict", "verdict", figure => ComparisonText.Verdict(figure.Comparison.Verdict))
        .Build(result.Figures) with
    { Explanation = ComparisonText.Basis };

    private static IEnumerable<string> NotCompared(ComparisonResult result) =>
    [
        .. from metric in RunMetric.All
        let reason = result.Runs.A.Concat(result.Runs.B).Select(metric.WhyNotStated).FirstOrDefault(reason => reason is not null)
        where reason is not null
        select $"{metric.Title}: not compared, since in a run {reason}.",
        .. result.Figures.Any(figure => figure.Comparison.Verdict == ComparisonVerdict.NoVerdict)
            ? [$"No verdict: {RunComparison.NoInterval}"]
            : Array.Empty<string>(),
    ];

    private static StudyVerdict Verdict(ConditionOutcome outcome, ComparisonResult result)
    {
        var runs = Math.Min(result.Runs.A.Count, result.Runs.B.Count);
        var figure = result.Figures.FirstOrDefault(each => each.Metric == outcome.Condition.Metric);
        return new StudyVerdict(outcome.Condition.Goal, outcome.Message, outcome.Met, runs)
        {
            // The interval of a single run does not include the differences between runs.
            Interval = runs > 1 && figure is not null ? $"95 % interval {ComparisonText.Interval(figure.Comparison)}" : null,
        };
    }

    private static string Median(double median, bool atLeast, MedianInterval? interval) =>
        $"{(atLeast ? "at least " : "")}{Short(median)}"
        + (interval is { } ends ? $" [{Short(ends.Low)}, {Short(ends.High)}]" : "");
}
