using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// Exact figures that HdrHistogram's encoding cannot store. They are written as a comment of the log, which other programs
/// ignore. With them a histogram is read back exactly as it was written. Sum, minimum and maximum are in microseconds.
/// </summary>
/// <param name="Saturated">The number of values above the range, which the log counts in its last bucket.</param>
internal sealed partial record ExactFigures(string? Tag, long Sum, long Min, long Max, long Saturated)
{
    /// <summary>Null when the line is another comment.</summary>
    public static ExactFigures? TryParse(string line)
    {
        var match = Line().Match(line);
        return match.Success
            ? new ExactFigures(
                TagOrNull(match), Number(match, "sum"), Number(match, "min"), Number(match, "max"), Number(match, "saturated"))
            : null;
    }

    public override string ToString() => $"#[Exact: tag={Tag} sum={Sum} min={Min} max={Max} saturated={Saturated}]";

    /// <summary>The figures of both sets of values together.</summary>
    public ExactFigures Plus(ExactFigures other) => new(
        Tag, Sum + other.Sum, Math.Min(Min, other.Min), Math.Max(Max, other.Max), Saturated + other.Saturated);

    private static string? TagOrNull(Match match) => match.Groups["tag"].Value is { Length: > 0 } tag ? tag : null;

    private static long Number(Match match, string name) => long.Parse(match.Groups[name].ValueSpan);

    [GeneratedRegex(
        @"^#\[Exact: tag=(?<tag>\S*) sum=(?<sum>\d{1,18}) min=(?<min>\d{1,18}) max=(?<max>\d{1,18}) "
        + @"saturated=(?<saturated>\d{1,18})\]$")]
    private static partial Regex Line();
}
