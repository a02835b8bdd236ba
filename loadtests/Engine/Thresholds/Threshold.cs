using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>
/// What a run has to reach, for example <c>p99&lt;250ms</c>, <c>errors&lt;0.1%</c>, <c>dropped==0</c> or <c>rate&gt;=500</c>.
/// </summary>
public sealed class Threshold
{
    private const string Form =
        "A threshold is a figure, one of < <= > >= ==, and a limit, for example \"p99<250ms\". "
        + $"Figures: {ThresholdFigures.Names}.";

    private readonly ThresholdFigure _figure;
    private readonly ThresholdOperator _operator;
    private readonly ThresholdLimit _limit;

    private Threshold(ThresholdFigure figure, ThresholdOperator comparison, ThresholdLimit limit)
    {
        (_figure, _operator, _limit) = (figure, comparison, limit);
    }

    /// <summary>The name of the figure.</summary>
    public string Figure => _figure.Name;

    public ThresholdOperator Operator => _operator;

    public double Limit => _limit.Value;

    public LimitUnit Unit => _limit.Unit;

    /// <exception cref="FormatException">It is something else; the message, one line, says what is allowed.</exception>
    public static Threshold Parse(string text)
    {
        var (at, sign, comparison) = FindOperator(text) ?? throw new FormatException($"'{text}' is no threshold. {Form}");
        var name = text[..at].Trim();
        var figure = ThresholdFigures.Find(name)
            ?? throw new FormatException($"'{name}' in '{text}' is no figure. Figures: {ThresholdFigures.Names}.");
        var limit = text[(at + sign.Length)..].Trim();
        return new Threshold(
            figure,
            comparison,
            ThresholdLimit.Parse(limit, figure.Units)
                ?? throw new FormatException(
                    $"'{limit}' in '{text}' is no limit of {name}: it takes {ThresholdLimit.Forms(figure.Units)}."));
    }

    public ThresholdResult Evaluate(LoadFigures figures)
    {
        var measured = _figure.Of(figures, _limit.Unit);
        var infinite = measured is double.PositiveInfinity;
        return new ThresholdResult(
            ToString(),
            _figure.Name,
            infinite ? null : measured,
            _limit.Unit,
            measured is { } value && _operator.Holds(value, _limit.Value))
        {
            Reason = infinite ? _figure.WhyInfinite(figures) : _figure.WhyNone(figures),
        };
    }

    /// <summary>False as soon as nothing that may still happen in the run can meet it.</summary>
    public bool CanStillBeMet(LoadFigures soFar, RunOutlook outlook) => _operator.CanHold(
        _figure.Lowest(soFar, _limit.Unit, outlook), _figure.Highest(soFar, _limit.Unit, outlook), _limit.Value);

    public override string ToString() => $"{_figure.Name}{_operator.Text()}{LimitText.Of(_limit.Value, _limit.Unit)}";

    private static (int At, string Sign, ThresholdOperator Operator)? FindOperator(string text)
    {
        var at = text.AsSpan().IndexOfAny("<>=");
        var (sign, comparison) = ThresholdOperators.All.FirstOrDefault(
            each => at >= 0 && text.AsSpan(at).StartsWith(each.Text, StringComparison.Ordinal));
        return sign is null ? null : (at, sign, comparison);
    }
}
