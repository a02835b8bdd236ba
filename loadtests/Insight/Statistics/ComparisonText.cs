namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Formats a comparison with the same words in every table.</summary>
public static class ComparisonText
{
    /// <summary>Why an interval without zero is not enough for a verdict.</summary>
    public static string Basis { get; } =
        "A 95 % interval leaves out zero by chance in 1 of 20 figures, and there are several figures. Better or worse is said "
        + "only of a difference that chance alone makes in at most 1 of 200 comparisons of a figure: an interval may leave out "
        + "zero without it.";

    /// <summary>In per cent; larger values are printed as "&gt; +999 %".</summary>
    private const double Max = 999;

    public static string Verdict(ComparisonVerdict verdict) => verdict switch
    {
        ComparisonVerdict.Better => "better",
        ComparisonVerdict.Worse => "worse",
        ComparisonVerdict.NotDecided => "not decided",
        ComparisonVerdict.NoVerdict => "no verdict",
        _ => "no difference seen",
    };

    /// <summary>"+5.0 %", "at least +5.0 %", "at most +5.0 %", or a dash where both figures are lower bounds.</summary>
    public static string Difference(Comparison comparison) => (comparison.AtLeastA, comparison.AtLeastB) switch
    {
        (true, true) => FigureText.None,
        (true, false) => $"at most {Signed(comparison.DifferencePercent)}",
        (false, true) => $"at least {Signed(comparison.DifferencePercent)}",
        _ => Signed(comparison.DifferencePercent),
    };

    /// <summary>The known ends of the interval, for example "-1.0 % to +5.0 %" or "from +5.0 %", or "no interval".</summary>
    public static string Interval(Comparison comparison) => (comparison.AtLeastA, comparison.AtLeastB) switch
    {
        _ when comparison.Verdict == ComparisonVerdict.NoVerdict => "no interval",
        (true, true) => FigureText.None,
        (true, false) => $"up to {Signed(comparison.Interval.High)}",
        (false, true) => $"from {Signed(comparison.Interval.Low)}",
        _ => $"{Signed(comparison.Interval.Low)} to {Signed(comparison.Interval.High)}",
    };

    public static string Signed(double percent) => double.IsNaN(percent) ? FigureText.None
        : percent > Max ? $"> +{Max} %"
        : percent.ToString("+0.0' %';-0.0' %';0.0' %'", CultureInfo.InvariantCulture);

    public static string Unsigned(double percent) => Signed(percent).Replace("+", "", StringComparison.Ordinal);
}
