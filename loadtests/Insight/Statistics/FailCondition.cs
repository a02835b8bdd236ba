using System.Globalization;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A change that is not to pass: a figure that is worse by more than so many per cent.</summary>
public sealed record FailCondition(RunMetric Metric, double WorseByPercent)
{
    private const string Form = "A condition is a figure, '>' and per cent, for example \"p99 > 5 %\"";

    /// <param name="text">For example <c>p99 &gt; 5 %</c>; the per cent sign and the spaces may be left out.</param>
    /// <exception cref="FormatException">It is something else; the message says what is wrong and what is allowed.</exception>
    public static FailCondition Parse(string text)
    {
        if (text.Split('>') is not [var name, var limit])
        {
            throw new FormatException($"'{text}' is no condition. {Form}.");
        }

        if (name.Trim().Length == 0)
        {
            throw new FormatException($"'{text}' names no figure. {Form}. Figures: {RunMetric.Names}.");
        }

        return new FailCondition(RunMetric.Find(name.Trim()), ParsePercent(text, limit.Trim()));
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Metric.Name} > {WorseByPercent:0.##} %");

    /// <summary>What came of it. A figure that was not measured fails: nobody knows that it is well.</summary>
    public ConditionOutcome Check(IReadOnlyList<MetricComparison> figures)
    {
        if (figures.FirstOrDefault(figure => figure.Metric == Metric) is not { Comparison: var comparison })
        {
            return new ConditionOutcome(this, Failed: true, $"{Metric.Title} was not measured in every run.");
        }

        var worseBy = comparison.WorseByPercent(Metric.Better);
        var failed = comparison.Verdict == ComparisonVerdict.Worse && worseBy > WorseByPercent;
        return new ConditionOutcome(this, failed, comparison.Verdict == ComparisonVerdict.NoDifferenceSeen
            ? $"{Metric.Title}: no difference seen; one of {ComparisonText.Unsigned(comparison.FindablePercent)} would be found."
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{Metric.Title}: {Math.Abs(worseBy):0.0} % {(worseBy > 0 ? "worse" : "better")}, "
                + $"{(failed ? "more than" : "within")} {WorseByPercent:0.##} %."));
    }

    private static double ParsePercent(string text, string limit)
    {
        var number = limit.EndsWith('%') ? limit[..^1].TrimEnd() : limit;
        if (!double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
            || !double.IsFinite(percent))
        {
            throw new FormatException($"'{limit}' in '{text}' is no number of per cent from 0 on. {Form}.");
        }

        return percent;
    }
}

/// <summary>What came of a condition, in a sentence.</summary>
public sealed record ConditionOutcome(FailCondition Condition, bool Failed, string Message);
