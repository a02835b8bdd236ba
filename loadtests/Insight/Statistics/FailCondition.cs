namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A condition that fails a comparison: a figure of B is worse than that of A by more than a percentage.</summary>
public sealed record FailCondition(RunMetric Metric, double WorseByPercent)
{
    private const string Form = "A condition is a figure, '>' and per cent, for example \"p99 > 5 %\"";

    /// <param name="text">For example <c>p99 &gt; 5 %</c>; the per cent sign and the spaces may be left out.</param>
    /// <exception cref="FormatException">Not a condition; the message says what is wrong and what is allowed.</exception>
    public static FailCondition Parse(string text)
    {
        if (text.Split('>') is not [var name, var limit])
        {
            throw new FormatException($"'{text}' is not a condition. {Form}.");
        }

        if (name.Trim().Length == 0)
        {
            throw new FormatException($"'{text}' has no figure. {Form}. Figures: {RunMetric.Names}.");
        }

        return new FailCondition(RunMetric.Find(name.Trim()), ParsePercent(text, limit.Trim()));
    }

    /// <summary>The goal in words, for example <c>p99 at most 5 % worse</c>.</summary>
    public string Goal => FormattableString.Invariant($"{Metric.Name} at most {WorseByPercent:0.##} % worse");

    public override string ToString() => FormattableString.Invariant($"{Metric.Name} > {WorseByPercent:0.##} %");

    /// <summary>Checks the condition. It also fails if its figure was not compared or is not decided.</summary>
    public ConditionOutcome Check(IReadOnlyList<MetricComparison> figures)
    {
        if (figures.FirstOrDefault(figure => figure.Metric == Metric) is not { Comparison: var comparison })
        {
            return new ConditionOutcome(this, Met: null, $"{Metric.Title} was not measured in every run.");
        }

        var (by, found) = (comparison.WorseByPercent(Metric.Better), ComparisonText.Difference(comparison));
        var (met, reason) = comparison switch
        {
            { FailsMore: true } => (
                (bool?)false, "requests of B fail more often than those of A, and a failure counts as exceeding every limit."),
            { Verdict: ComparisonVerdict.NoVerdict } => (null, $"cannot be decided. {RunComparison.NoInterval}"),
            { AtLeastA: false, AtLeastB: false, Verdict: ComparisonVerdict.NoDifferenceSeen } => (
                true,
                $"no difference seen; one of {ComparisonText.Unsigned(comparison.FindablePercent)} would be found."),
            { AtLeastA: false, AtLeastB: false } => Decide(comparison, by),
            // Only latencies have lower bounds, and a higher latency is worse.
            { AtLeastA: false, Verdict: ComparisonVerdict.Worse } when by > WorseByPercent => (false, $"{found}."),
            { AtLeastB: false } when by <= WorseByPercent => (true, $"{found}."),
            _ => (null, "not decided, since a figure is a lower bound."),
        };
        return new ConditionOutcome(this, met, $"{Metric.Title}: {reason}");
    }

    private (bool? Met, string Reason) Decide(Comparison comparison, double by)
    {
        var met = comparison.Verdict != ComparisonVerdict.Worse || by <= WorseByPercent;
        return (met, FormattableString.Invariant(
            $"{Math.Abs(by):0.0} % {(by > 0 ? "worse" : "better")}, {(met ? "within" : "more than")} {WorseByPercent:0.##} %."));
    }

    private static double ParsePercent(string text, string limit)
    {
        var number = limit.EndsWith('%') ? limit[..^1].TrimEnd() : limit;
        if (!double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
            || !double.IsFinite(percent))
        {
            throw new FormatException($"'{limit}' in '{text}' is not a percentage of 0 or more. {Form}.");
        }

        return percent;
    }
}

/// <summary>The result of a condition, with a sentence that explains it.</summary>
/// <param name="Met">Null if the figures do not decide it.</param>
public sealed record ConditionOutcome(FailCondition Condition, bool? Met, string Message)
{
    /// <summary>True also if the condition is not decided.</summary>
    public bool Failed => Met != true;
}
