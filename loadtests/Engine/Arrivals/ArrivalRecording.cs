namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>Reads recorded arrivals from CSV. The header line says which of two formats the file has.</summary>
/// <remarks>
/// <c>offset_seconds</c>: the moment of each request, in ascending order. <c>second,requests</c>: the number of requests in each
/// second; they are spread evenly over the second, because their exact moments are not recorded.
/// </remarks>
public static class ArrivalRecording
{
    private const string OffsetsHeader = "offset_seconds";
    private const string CountsHeader = "second,requests";

    /// <exception cref="FormatException">Wrong format or no arrivals. For an invalid line the message has its number.</exception>
    public static RecordedArrivals Read(TextReader csv)
    {
        var header = csv.ReadLine()?.Trim();
        return header switch
        {
            OffsetsHeader => ReadOffsets(csv),
            CountsHeader => ReadCounts(csv),
            _ => throw new FormatException(
                $"A recording starts with '{OffsetsHeader}' or '{CountsHeader}', not with '{header}'."),
        };
    }

    private static RecordedArrivals ReadOffsets(TextReader csv)
    {
        var offsets = new List<TimeSpan>();
        foreach (var (number, line) in Lines(csv))
        {
            // Without a thousands separator: "1,5" is not 15.
            var offset = double.TryParse(line, NumberStyles.Float, null, out var seconds) && seconds is >= 0 and < int.MaxValue
                ? TimeSpan.FromSeconds(seconds)
                : throw new FormatException($"Line {number}: {line} is not an offset in seconds.");
            if (offsets.Count > 0 && offset < offsets[^1])
            {
                throw new FormatException($"Line {number}: {line} comes before the offset above it.");
            }

            offsets.Add(offset);
        }

        // The duration is a whole number of seconds, and the last request comes before its end.
        var end = offsets.Count > 0 ? Math.Floor(offsets[^1].TotalSeconds) + 1 : 0;
        return Recorded(offsets, TimeSpan.FromSeconds(end));
    }

    private static RecordedArrivals ReadCounts(TextReader csv)
    {
        var (offsets, seconds) = (new List<TimeSpan>(), 0);
        foreach (var (number, line) in Lines(csv))
        {
            var comma = line.IndexOf(',', StringComparison.Ordinal);
            var second = Read(comma < 0 ? line : line[..comma], number);
            var requests = Read(comma < 0 ? "" : line[(comma + 1)..], number);
            if (second != seconds || requests < 0)
            {
                throw new FormatException($"Line {number}: '{line}' is not second {seconds} and its number of requests.");
            }

            offsets.AddRange(Enumerable.Range(0, requests)
                .Select(request => TimeSpan.FromSeconds(second + ((double)request / requests))));
            seconds++;
        }

        return Recorded(offsets, TimeSpan.FromSeconds(seconds));
    }

    private static IEnumerable<(int Number, string Text)> Lines(TextReader csv)
    {
        for (var number = 2; csv.ReadLine() is { } line; number++)
        {
            if (line.Length > 0)
            {
                yield return (number, line);
            }
        }
    }

    private static int Read(string text, int number) => int.TryParse(text, out var value)
        ? value
        : throw new FormatException($"Line {number}: '{text}' is not a number.");

    private static RecordedArrivals Recorded(IReadOnlyList<TimeSpan> offsets, TimeSpan duration) =>
        offsets.Count > 0
            ? new RecordedArrivals(offsets, duration)
            : throw new FormatException("The recording holds no arrivals.");
}

/// <summary>The moments at which requests arrived at a real service.</summary>
/// <param name="Offsets">From the start of the recording, in ascending order, each before the end; at least one.</param>
public sealed record RecordedArrivals(IReadOnlyList<TimeSpan> Offsets, TimeSpan Duration);
