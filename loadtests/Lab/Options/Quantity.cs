using System.Numerics;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Parses numbers with units. An invalid text is a <see cref="FormatException"/> of one line.</summary>
internal static class Quantity
{
    private const int MaxHours = 1_000;
    private const double MaxRate = 10_000_000;
    private const string TimeExamples = "for example 500ms, 60s, 5m or 1h";

    // Longer endings first: "ms" ends in "s" as well, and "KiB" in "B".
    private static readonly (string Ending, double Factor)[] Times = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)];
    private static readonly (string Ending, double Factor)[] Rates = [("/s", 1), ("/m", 1 / 60.0), ("", 1)];

    private static readonly (string Ending, double Factor)[] Sizes =
        [("KiB", 1_024), ("MiB", 1_048_576), ("KB", 1_000), ("MB", 1_000_000), ("B", 1), ("", 1)];

    /// <summary>A time above zero.</summary>
    public static TimeSpan Time(string text, string option) => Read(text, Times) switch
    {
        > MaxHours * 3_600.0 => throw new FormatException($"{option} takes a time of at most {MaxHours}h; it is '{text}'."),
        > 0 and var seconds => TimeSpan.FromSeconds(seconds),
        _ => throw new FormatException($"{option} takes a time above zero, {TimeExamples}; {Given(text)}."),
    };

    /// <summary>A time, or 0.</summary>
    public static TimeSpan TimeOrNone(string text, string option) => text is "0" or "0s" ? TimeSpan.Zero
        : Read(text, Times) is > 0 ? Time(text, option)
        : throw new FormatException($"{option} takes a time, {TimeExamples}, or 0 for none; {Given(text)}.");

    /// <summary>A time in the form that <see cref="Time"/> parses, for example 0.5s.</summary>
    public static string Words(TimeSpan time) => $"{time.TotalSeconds:0.###}s";

    /// <summary>Per second, zero or more.</summary>
    public static double Rate(string text, string option) => Read(text, Rates) switch
    {
        > MaxRate => throw new FormatException($"{option} takes a rate of at most {MaxRate:N0}/s; it is '{text}'."),
        >= 0 and var rate => rate,
        _ => throw new FormatException($"{option} takes a rate, for example 500/s or 30/m; it is '{text}'."),
    };

    /// <summary>Per second.</summary>
    public static double RateAboveZero(string text, string option) => Rate(text, option) is > 0 and var rate
        ? rate
        : throw new FormatException($"{option} takes a rate above zero, for example 500/s; it is '{text}'.");

    /// <summary>In bytes.</summary>
    public static int Size(string text, string option) => Read(text, Sizes) is >= 0 and <= 1_073_741_824 and var bytes
        ? (int)bytes
        : throw new FormatException($"{option} takes a size of at most 1024MiB, for example 1KB, 64KiB or 2MB; it is '{text}'.");

    public static int Whole(string text, string option, int min, int max) => FindWhole(text, min, max)
        ?? throw new FormatException($"{option} takes a whole number from {min:N0} to {max:N0}; it is '{text}'.");

    /// <summary>Null if it is no whole number within the bounds, both included. A negative bound allows a minus sign.</summary>
    public static int? FindWhole(string text, int min, int max)
    {
        var style = min < 0 && text.StartsWith('-') ? NumberStyles.AllowLeadingSign : NumberStyles.None;
        return int.TryParse(text, style, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : null;
    }

    /// <summary>A plain number within bounds, both included.</summary>
    public static T Number<T>(string text, string option, T min, T max)
        where T : struct, INumber<T> =>
        T.TryParse(text, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : throw new FormatException($"{option} must be a number from {min} to {max}; it is '{text}'.");

    public static double Factor(string text, string option) =>
        Read(text, [("x", 1), ("", 1)]) is > 0 and <= 1_000_000 and var factor
            ? factor
            : throw new FormatException($"{option} takes a factor above zero, for example 2 or 0.5; it is '{text}'.");

    private static string Given(string text) => text.Length > 0 ? $"it is '{text}'" : "there is none";

    private static double? Read(string text, IEnumerable<(string Ending, double Factor)> units)
    {
        var trimmed = text.Trim();
        var unit = units.FirstOrDefault(each => trimmed.EndsWith(each.Ending, StringComparison.Ordinal));
        return unit.Ending is { } ending && double.TryParse(
            trimmed[..^ending.Length].TrimEnd(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number * unit.Factor
            : null;
    }
}
