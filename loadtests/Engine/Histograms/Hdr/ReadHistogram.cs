using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>Creates a histogram from the counts in a log.</summary>
internal static class ReadHistogram
{
    /// <summary>Estimates sum, minimum and maximum from the middles of the buckets.</summary>
    public static LatencyHistogram FromCounts(IReadOnlyList<int> indexes, IReadOnlyList<long> counts)
    {
        var sum = indexes.Zip(counts).Sum(each => BucketLayout.Middle(each.First) * each.Second);
        var (min, max) = indexes.Count > 0 ? (BucketLayout.Middle(indexes[0]), BucketLayout.Middle(indexes[^1])) : (0, 0);
        return LatencyHistogram.FromRecord(
            new HistogramRecord(BucketLayout.PerOctave, counts.Sum(), sum, min, max, Saturated: 0, indexes, counts));
    }

    /// <exception cref="FormatException">The exact figures do not match the histogram.</exception>
    public static LatencyHistogram Exactly(LatencyHistogram histogram, ExactFigures exact)
    {
        var record = histogram.ToRecord();
        int[] indexes = [.. record.Indexes];
        long[] counts = [.. record.Counts];
        if (exact.Saturated > 0)
        {
            counts[^1] -= exact.Saturated;
        }

        if (indexes.Length == 0 || counts[^1] < 0 || exact.Min > exact.Max
            || IndexOf(exact.Min) != indexes[0] || IndexOf(exact.Max) != indexes[^1])
        {
            throw new FormatException("The exact figures in the comments are not those of the histogram.");
        }

        var used = counts[^1] > 0 ? indexes.Length : indexes.Length - 1;
        return LatencyHistogram.FromRecord(record with
        {
            SumMicroseconds = exact.Sum,
            MinMicroseconds = exact.Min,
            MaxMicroseconds = exact.Max,
            Saturated = exact.Saturated,
            Indexes = indexes[..used],
            Counts = counts[..used],
        });
    }

    private static int IndexOf(long value) => BucketLayout.IndexOf(Math.Min(value, BucketLayout.HighestValue));
}

/// <summary>
/// Exact figures that HdrHistogram's encoding cannot store. They are written as a comment of the log, which other programs
/// ignore. With them a histogram is read back exactly as it was written. All figures are in microseconds.
/// </summary>
/// <param name="Saturated">Values above the range, which the log counts in its last bucket.</param>
internal sealed partial record ExactFigures(string? Tag, long Sum, long Min, long Max, long Saturated)
{
    /// <summary>Null when the line is another comment.</summary>
    public static ExactFigures? TryParse(string line)
    {
        var match = Line().Match(line);
        return match.Success
            ? new ExactFigures(
                Tagged(match), Number(match, "sum"), Number(match, "min"), Number(match, "max"), Number(match, "saturated"))
            : null;
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"#[Exact: tag={Tag} sum={Sum} min={Min} max={Max} saturated={Saturated}]");

    /// <summary>The figures of both sets of values together.</summary>
    public ExactFigures Plus(ExactFigures other) => new(
        Tag, Sum + other.Sum, Math.Min(Min, other.Min), Math.Max(Max, other.Max), Saturated + other.Saturated);

    private static string? Tagged(Match match) => match.Groups["tag"].Value is { Length: > 0 } tag ? tag : null;

    private static long Number(Match match, string name) =>
        long.Parse(match.Groups[name].ValueSpan, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^#\[Exact: tag=(?<tag>\S*) sum=(?<sum>\d{1,18}) min=(?<min>\d{1,18}) max=(?<max>\d{1,18}) "
        + @"saturated=(?<saturated>\d{1,18})\]$")]
    private static partial Regex Line();
}
