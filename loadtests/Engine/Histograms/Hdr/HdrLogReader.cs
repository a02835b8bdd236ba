using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// Reads a histogram log of this project or of another program, with three significant digits and values in microseconds.
/// Lines with the same tag are merged into one entry.
/// </summary>
internal sealed partial class HdrLogReader
{
    private readonly List<ExactFigures> _exact = [];
    private readonly List<HdrLogEntry> _lines = [];
    private DateTimeOffset _start = DateTimeOffset.UnixEpoch;

    /// <exception cref="FormatException">A line is not valid, which the message names, or exact figures do not fit.</exception>
    public static IReadOnlyList<HdrLogEntry> Read(TextReader reader)
    {
        var log = new HdrLogReader();
        for (var number = 1; reader.ReadLine() is { } line; number++)
        {
            try
            {
                log.Add(line.Trim());
            }
            catch (Exception exception) when (exception is FormatException or OverflowException)
            {
                throw new FormatException($"line {number}: {exception.Message}", exception);
            }
        }

        return [.. log._lines.GroupBy(line => line.Tag).Select(lines => log.Merge([.. lines]))];
    }

    private void Add(string line)
    {
        if (ExactFigures.TryParse(line) is { } exact)
        {
            _exact.Add(exact);
        }
        else if (StartTime().Match(line) is { Success: true } match)
        {
            _start = DateTimeOffset.UnixEpoch.AddSeconds(double.Parse(match.Groups[1].ValueSpan));
        }
        else if (line.Length > 0 && line[0] is not ('#' or '"'))
        {
            _lines.Add(Parse(line));
        }
    }

    private HdrLogEntry Parse(string line)
    {
        var match = Interval().Match(line);
        if (!match.Success)
        {
            throw new FormatException("It is no line of a histogram log: [Tag=name,]start,length,max,histogram.");
        }

        var (indexes, counts) = HdrEncoding.Decode(match.Groups["histogram"].Value);
        return new HdrLogEntry(
            match.Groups["tag"] is { Success: true, Value: var tag } ? tag : null,
            _start + Seconds(match, "start"),
            Seconds(match, "length"),
            ReadHistogram.FromCounts(indexes, counts));
    }

    private HdrLogEntry Merge(IReadOnlyList<HdrLogEntry> lines)
    {
        var merged = HdrLogEntry.Merge(lines);

        // In a log concatenated from several files, some lines of a tag may have no comment with exact figures.
        List<ExactFigures> exact = [.. _exact.Where(each => each.Tag == merged.Tag)];
        return exact.Count == lines.Count
            ? merged with { Histogram = ReadHistogram.Exactly(merged.Histogram, exact.Aggregate((sum, each) => sum.Plus(each))) }
            : merged;
    }

    private static TimeSpan Seconds(Match match, string name) =>
        TimeSpan.FromSeconds(double.Parse(match.Groups[name].ValueSpan));

    [GeneratedRegex(@"^#\[StartTime: (\d{1,11}(?:\.\d+)?)")]
    private static partial Regex StartTime();

    [GeneratedRegex(
        @"^(?:Tag=(?<tag>[^,]+),)?(?<start>\d{1,11}(?:\.\d+)?),(?<length>\d{1,9}(?:\.\d+)?),"
        + @"\d+(?:\.\d+)?,(?<histogram>[A-Za-z0-9+/=]+)$")]
    private static partial Regex Interval();
}
