namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Formats figures for display, the same in every output and independent of the culture of the machine.</summary>
public static class FigureText
{
    public const string None = "–";

    public static string Count(long count) => count.ToString("#,0");

    /// <summary>About three significant digits: 0.05, 3.24, 48.1, 669, 1,204.</summary>
    public static string Short(double value) => Math.Abs(value) switch
    {
        // The third section keeps a value that is rounded to zero from being "-0".
        < 10 => value.ToString("0.##;-0.##;0"),
        < 100 => value.ToString("0.#"),
        _ => value.ToString("#,0"),
    };

    /// <summary>"1 call", "9 calls", "9.44 calls".</summary>
    public static string Counted(double count, string noun) =>
        Short(count) is var number && number == "1" ? $"1 {noun}" : $"{number} {noun}s";

    public static string Capitalized(string text) => $"{char.ToUpperInvariant(text[0])}{text[1..]}";

    /// <summary>The text with a capital at its start, unless that is a name with a digit, such as p99.</summary>
    public static string Sentence(string text) =>
        text.TakeWhile(char.IsLetterOrDigit).Any(char.IsDigit) ? text : Capitalized(text);

    /// <summary>A dash if the figure was not measured.</summary>
    public static string Short(double? value) => value is { } known ? Short(known) : None;

    /// <summary>"at least 5,000" for a lower bound; a dash if the figure was not measured or is not stated.</summary>
    public static string Short(LatencyValue value) => value.ToText(Short);

    public static string Milliseconds(LatencyValue value) => value.ToText(Short, " ms");

    /// <summary>The difference of <paramref name="value"/> from <paramref name="reference"/>, signed.</summary>
    public static string Difference(double value, double reference) =>
        reference == 0 ? None : ((value - reference) / reference * 100).ToString("+0' %';-0' %';0' %'");

    /// <summary>"at least" or "at most" if one of them is a lower bound; a dash if both are, or one is missing.</summary>
    public static string Difference(LatencyValue value, LatencyValue reference) =>
        (value, reference) is not ({ Milliseconds: { } known }, { Milliseconds: { } other and not 0 }) ? None
        : (reference.AtLeast, value.AtLeast) switch
        {
            (true, true) => None,
            (true, false) => $"at most {Difference(known, other)}",
            (false, true) => $"at least {Difference(known, other)}",
            _ => Difference(known, other),
        };

    /// <summary>A share from 0 to 1; a small share has a decimal, which distinguishes it from zero.</summary>
    public static string Share(double share) => share switch
    {
        0 => "0 %",
        < 0.001 => "under 0.1 %",
        < 0.1 => (share * 100).ToString("0.#' %'"),
        _ => (share * 100).ToString("0' %'"),
    };
}
