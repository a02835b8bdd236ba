namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>
/// A pass criterion for a run, for example <c>p99&lt;250ms</c>, <c>errors&lt;0.1%</c>, <c>dropped==0</c> or <c>rate&gt;=500</c>.
/// </summary>
public sealed class Threshold
{
    private const string Form =
        "A threshold is a figure, one of < <= > >= ==, and a limit, for example \"p99<250ms\". "
        + $"Figures: {ThresholdFigures.Names}.";

    private readonly ThresholdFigure _figure;
    private readonly ThresholdLimit _limit;

    private Threshold(ThresholdFigure figure, ThresholdOperator comparison, ThresholdLimit limit) =>
        (_figure, Operator, _limit) = (figure, comparison, limit);

    public string Figure => _figure.Name;

    public ThresholdOperator Operator { get; }

    public double Limit => _limit.Value;

    public LimitUnit Unit => _limit.Unit;

    /// <exception cref="FormatException">Not a threshold; the message, one line, contains what is allowed.</exception>
    public static Threshold Parse(string text)
    {
        var at = text.AsSpan().IndexOfAny("<>=");
        var comparison = ThresholdOperator.All.FirstOrDefault(
            each => at >= 0 && text.AsSpan(at).StartsWith(each.Text, StringComparison.Ordinal))
            ?? throw new FormatException($"'{text}' is no threshold. {Form}");
        var name = text[..at].Trim();
        var figure = ThresholdFigures.Find(name)
            ?? throw new FormatException($"'{name}' in '{text}' is no figure. Figures: {ThresholdFigures.Names}.");
        var limit = text[(at + comparison.Text.Length)..].Trim();
        return new Threshold(
            figure,
            comparison,
            ThresholdLimit.Parse(limit, figure.Units)
                ?? throw new FormatException(
                    $"'{limit}' in '{text}' is no limit of {name}: it takes {ThresholdLimit.Forms(figure.Units)}."));
    }

    public ThresholdResult Evaluate(LoadFigures figures)
    {
        var measured = _figure.Measure(figures, Unit);
        var infinite = measured is double.PositiveInfinity;
        return new ThresholdResult(
            ToString(),
            Figure,
            infinite ? null : measured,
            Unit,
            measured is { } value && Operator.Holds(value, Limit))
        {
            Reason = infinite ? _figure.ReasonInfinite(figures) : _figure.ReasonNotStated(figures),
        };
    }

    /// <summary>False when no further course of the run can meet it.</summary>
    public bool CanStillBeMet(LoadFigures soFar, RunOutlook outlook) => Operator.CanHold(
        _figure.Lowest(soFar, Unit, outlook), _figure.Highest(soFar, Unit, outlook), Limit);

    public override string ToString() => $"{Figure}{Operator.Text}{_limit}";
}

internal static class ThresholdFigures
{
    public const string Names = "p and a percentile (p99, p99.9), mean, max, errors, dropped, late, cutoff, rate";

    private static readonly IReadOnlyList<ThresholdFigure> Named =
        [LatencyFigure.Mean, LatencyFigure.Max, .. CountFigure.Known, new RateFigure()];

    public static ThresholdFigure? Find(string name) =>
        Named.FirstOrDefault(figure => figure.Name == name)
        ?? (TryPercentile(name) is { } percentile ? LatencyFigure.Percentile(name, percentile) : null);

    private static double? TryPercentile(string name) =>
        name.StartsWith('p')
        && double.TryParse(name.AsSpan(1), NumberStyles.AllowDecimalPoint, null, out var percentile)
        && percentile is > 0 and <= 100
            ? percentile
            : null;
}

/// <summary>Successes per second of the time that actually passed.</summary>
internal sealed class RateFigure() : ThresholdFigure("rate", LimitUnit.PerSecond)
{
    public override double? Measure(LoadFigures figures, LimitUnit unit) =>
        figures.Elapsed > TimeSpan.Zero ? figures.RequestsPerSecond : null;

    public override double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) =>
        outlook.Planned is { } planned ? (figures.Completed - figures.CompletedLate) / planned.TotalSeconds : 0;

    public override double Highest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) =>
        (figures.Completed - figures.CompletedLate + Remaining(figures, outlook))
            / (outlook.Planned ?? figures.Elapsed).TotalSeconds
        ?? double.PositiveInfinity;
}

/// <summary>The number of requests with some property, or their share.</summary>
/// <param name="all">The number of requests that the share refers to.</param>
internal sealed class CountFigure(string name, Func<LoadFigures, long> count, Func<LoadFigures, long> all)
    : ThresholdFigure(name, LimitUnit.Count, LimitUnit.Share)
{
    public static IReadOnlyList<CountFigure> Known { get; } =
    [
        new("errors", figures => figures.Failed, figures => figures.Latency.Count),
        new("dropped", figures => figures.Dropped, figures => Started(figures) + figures.Dropped),
        new("late", figures => figures.Late, Started),
        new("cutoff", figures => figures.CutOff, Started),
    ];

    public override double? Measure(LoadFigures figures, LimitUnit unit) => (unit, all(figures)) switch
    {
        (LimitUnit.Count, _) => count(figures),
        (_, 0) => null,
        (_, var total) => (double)count(figures) / total,
    };

    public override double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => (unit, outlook.Requests) switch
    {
        (LimitUnit.Count, _) => count(figures),
        (_, { } requests) when count(figures) > 0 => (double)count(figures) / Math.Max(requests, all(figures)),
        _ => count(figures) > 0 ? double.Epsilon : 0,
    };

    private static long Started(LoadFigures figures) => figures.Latency.Count + figures.NotSent;
}

/// <summary>The planned duration and number of requests of a run.</summary>
/// <param name="Planned">The measured time; null for a load that ends after its requests.</param>
/// <param name="Requests">The maximum; null if it depends on the responses, as in a closed loop that ends after a time.</param>
public sealed record RunOutlook(TimeSpan? Planned, long? Requests);
