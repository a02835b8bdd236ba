using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// A comparison as the test report that build servers read: a test for each figure, which fails with its condition.
/// </summary>
public static class ComparisonJunit
{
    public static void Write(Stream stream, ComparisonResult result)
    {
        var suite = $"compare {result.A} {result.B}";
        XElement[] tests =
        [
            .. result.Figures.Select(figure => Test(suite, figure, result.Conditions)),
            .. result.Conditions.Where(outcome => !Measured(result, outcome)).Select(outcome => Test(suite, outcome)),
        ];
        new XElement(
            "testsuites",
            new XElement(
                "testsuite",
                new XAttribute("name", suite),
                new XAttribute("tests", tests.Length),
                new XAttribute("failures", tests.Count(test => test.Element("failure") is not null)),
                new XAttribute("errors", 0),
                new XAttribute("skipped", 0),
                tests,
                new XElement("system-out", ComparisonText.Plain(result)))).Save(stream);
    }

    private static bool Measured(ComparisonResult result, ConditionOutcome outcome) =>
        result.Figures.Any(figure => figure.Metric == outcome.Condition.Metric);

    private static XElement Test(string suite, MetricComparison figure, IReadOnlyList<ConditionOutcome> conditions)
    {
        var (comparison, failed) =
            (figure.Comparison, conditions.Where(each => each.Condition.Metric == figure.Metric && each.Failed));
        var line = FormattableString.Invariant($"A {comparison.MedianA:0.###}, B {comparison.MedianB:0.###}, ")
            + $"difference {ComparisonText.Signed(comparison.DifferencePercent)}, "
            + $"95 % interval {ComparisonText.Signed(comparison.Low)} to {ComparisonText.Signed(comparison.High)}: "
            + ComparisonText.Words(comparison.Verdict);
        return Case(suite, figure.Metric.Title, [.. failed.Select(Failure), new XElement("system-out", line)]);
    }

    private static XElement Test(string suite, ConditionOutcome outcome) =>
        Case(suite, outcome.Condition.Metric.Title, [Failure(outcome)]);

    private static XElement Case(string suite, string name, XElement[] inside) =>
        new("testcase", new XAttribute("classname", suite), new XAttribute("name", name), new XAttribute("time", 0), inside);

    private static XElement Failure(ConditionOutcome outcome) =>
        new(
            "failure",
            new XAttribute("type", outcome.Condition.ToString()),
            new XAttribute("message", outcome.Message),
            outcome.Message);
}
