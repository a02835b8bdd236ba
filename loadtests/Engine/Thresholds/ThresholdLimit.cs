namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>A limit, or a measured figure, with its unit.</summary>
internal readonly record struct ThresholdLimit(double Value, LimitUnit Unit)
{
    // Longer endings first, because "ms" also ends in "s". An exponent is exact, unlike a factor: 0.7 * 0.01 is less than 0.007.
    private static readonly IReadOnlyList<(string Ending, LimitUnit Unit, string Exponent)> Endings =
    [
        ("/s", LimitUnit.PerSecond, "E0"),
        ("us", LimitUnit.Microseconds, "E0"),
        ("ms", LimitUnit.Microseconds, "E3"),
        ("s", LimitUnit.Microseconds, "E6"),
        ("%", LimitUnit.Share, "E-2"),
    ];

    /// <summary>Null if the text is not a limit in one of these units.</summary>
    public static ThresholdLimit? Parse(string text, IReadOnlyList<LimitUnit> allowed)
    {
        var (ending, unit, exponent) = Endings.FirstOrDefault(each => text.EndsWith(each.Ending, StringComparison.Ordinal));
        var number = (ending is null ? text : text[..^ending.Length].TrimEnd()) + (exponent ?? "E0");
        if (!double.TryParse(number, NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent, null, out var value)
            || !double.IsFinite(value))
        {
            return null;
        }

        return ending is null ? Bare(value, allowed) : allowed.Contains(unit) ? new ThresholdLimit(value, unit) : null;
    }

    /// <summary>The allowed formats, in words.</summary>
    public static string Forms(IReadOnlyList<LimitUnit> allowed) => allowed[0] switch
    {
        LimitUnit.Microseconds => "a time in us, ms or s, for example 250ms",
        LimitUnit.PerSecond => "a number per second, for example 500/s",
        _ => "a whole number or a share, for example 0 or 0.1%",
    };

    public override string ToString() => Unit switch
    {
        LimitUnit.Microseconds when Value >= 1_000_000 => Number(Value / 1_000_000) + "s",
        LimitUnit.Microseconds when Value >= 1_000 => Number(Value / 1_000) + "ms",
        LimitUnit.Microseconds => Number(Value) + "us",
        LimitUnit.Share => Number(Value * 100) + "%",
        LimitUnit.PerSecond => Number(Value) + "/s",
        _ => Number(Value),
    };

    private static string Number(double value) => value.ToString("0.####");

    private static ThresholdLimit? Bare(double value, IReadOnlyList<LimitUnit> allowed) => allowed[0] switch
    {
        LimitUnit.PerSecond => new ThresholdLimit(value, LimitUnit.PerSecond),
        LimitUnit.Count when value == Math.Floor(value) => new ThresholdLimit(value, LimitUnit.Count),
        _ => null,
    };
}

/// <summary>The unit of a figure and its limit.</summary>
public enum LimitUnit
{
    Microseconds,

    /// <summary>From 0 to 1.</summary>
    Share,

    Count,

    PerSecond,
}
