namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Formats a comparison with the same words in every table.</summary>
public static class ComparisonText
{
    /// <summary>In per cent; larger values are printed as "&gt; +999 %".</summary>
    private const double Max = 999;

    public static string Verdict(ComparisonVerdict verdict) => verdict switch
    {
        ComparisonVerdict.Better => "better",
        ComparisonVerdict.Worse => "worse",
        ComparisonVerdict.NotDecided => "not decided",
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

    /// <summary>The known ends of the interval, for example "-1.0 % to +5.0 %" or "from +5.0 %".</summary>
    public static string Interval(Comparison comparison) => (comparison.AtLeastA, comparison.AtLeastB) switch
    {
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
