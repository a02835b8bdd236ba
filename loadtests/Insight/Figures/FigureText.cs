using System.Globalization;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Figures as a reader sees them, the same in console, markdown and report, whatever the machine's culture.</summary>
public static class FigureText
{
    public const string None = "–";

    public static string Count(long count) => count.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>Three significant digits or so: 0.05, 3.24, 48.1, 669, 1,204.</summary>
    public static string Short(double value) => Math.Abs(value) switch
    {
        0 => "0",
        < 10 => value.ToString("0.##", CultureInfo.InvariantCulture),
        < 100 => value.ToString("0.#", CultureInfo.InvariantCulture),
        _ => value.ToString("#,0", CultureInfo.InvariantCulture),
    };

    /// <summary>A dash for what was not measured.</summary>
    public static string Short(double? value) => value is { } known ? Short(known) : None;

    /// <summary>"at least 5,000" for a lower bound; a dash for what was not measured or is not stated.</summary>
    public static string Short(LatencyValue value) => value.ToText(Short);

    public static string Milliseconds(LatencyValue value) => value.ToText(Short, " ms");

    public static string Milliseconds(double ms) => $"{Short(ms)} ms";

    /// <summary>How far <paramref name="value"/> is from <paramref name="reference"/>, signed.</summary>
    public static string Difference(double value, double reference) =>
        reference == 0
            ? None
            : ((value - reference) / reference * 100).ToString("+0' %';-0' %';0' %'", CultureInfo.InvariantCulture);

    /// <summary>A dash where one of them was not measured.</summary>
    public static string Difference(double? value, double? reference) =>
        value is { } known && reference is { } other ? Difference(known, other) : None;

    /// <summary>A share from 0 to 1; a small one keeps a decimal, so that "none" and "few" stay apart.</summary>
    public static string Share(double share) => share switch
    {
        0 => "0 %",
        < 0.001 => "under 0.1 %",
        < 0.1 => (share * 100).ToString("0.#' %'", CultureInfo.InvariantCulture),
        _ => (share * 100).ToString("0' %'", CultureInfo.InvariantCulture),
    };
}

/// <summary>What a verdict rests on, in the same words in every lab: how many runs, and the interval if there is one.</summary>
public static class VerdictBasis
{
    /// <param name="runs">Of the load that the verdict is about, or rounds of it.</param>
    /// <param name="interval">In words with its coverage, for example <c>95 % interval 1.2 to 1.4</c>; null without one.</param>
    public static string Describe(int runs, string? interval = null) =>
        FormattableString.Invariant($"{(runs == 1 ? "one run" : $"{runs:#,0} runs")}, {interval ?? "no interval"}");
}
