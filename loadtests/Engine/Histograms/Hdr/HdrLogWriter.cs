using static System.FormattableString;

namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// Writes a histogram log (version 1.3, V2 compressed) that HdrHistogram's own tools can read. Values are microseconds.
/// </summary>
public static class HdrLogWriter
{
    /// <param name="entries">Tags must not contain blanks or commas. Entries without values are not written.</param>
    public static void Write(TextWriter writer, IReadOnlyList<HdrLogEntry> entries)
    {
        var start = entries.Count > 0 ? entries.Min(entry => entry.StartedAt) : DateTimeOffset.UnixEpoch;
        writer.Write("#[Latencies in microseconds]\n");
        writer.Write("#[Histogram log format version 1.3]\n");
        writer.Write(Invariant(
            $"#[StartTime: {Seconds(start)} (seconds since epoch), {start.UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}]\n"));
        foreach (var entry in entries.Where(HasValues))
        {
            writer.Write($"{ExactFigures.FromRecord(entry.Tag, entry.Histogram.ToRecord())}\n");
        }

        writer.Write("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n");
        foreach (var entry in entries.Where(HasValues))
        {
            writer.Write(Line(entry, entry.StartedAt - start));
        }
    }

    private static bool HasValues(HdrLogEntry entry) => entry.Histogram.Count > 0;

    private static string Line(HdrLogEntry entry, TimeSpan sinceStart)
    {
        var (indexes, counts) = Buckets(entry.Histogram.ToRecord());
        var tag = entry.Tag is { } name ? $"Tag={name}," : "";
        return tag + Invariant(
            $"{sinceStart.TotalSeconds:0.000},{entry.Length.TotalSeconds:0.000},{entry.Histogram.Max / 1_000.0:0.000},")
            + HdrEncoding.Encode(indexes, counts) + "\n";
    }

    /// <summary>Values above the range are counted in the last bucket, as HdrHistogram does.</summary>
    private static (IReadOnlyList<int> Indexes, IReadOnlyList<long> Counts) Buckets(HistogramRecord record)
    {
        const int Last = BucketLayout.Count - 1;
        if (record.Saturated == 0)
        {
            return (record.Indexes, record.Counts);
        }

        return record.Indexes is [.., Last]
            ? (record.Indexes, [.. record.Counts.SkipLast(1), record.Counts[^1] + record.Saturated])
            : ([.. record.Indexes, Last], [.. record.Counts, record.Saturated]);
    }

    private static string Seconds(DateTimeOffset moment) => Invariant($"{moment.ToUnixTimeMilliseconds() / 1_000.0:0.000}");
}

/// <summary>One line of a histogram log.</summary>
/// <param name="Tag">The kind of the values; null for latency, the main values of the log.</param>
/// <param name="StartedAt">The start of the recording.</param>
/// <param name="Length">The duration of the recording.</param>
public sealed record HdrLogEntry(string? Tag, DateTimeOffset StartedAt, TimeSpan Length, LatencyHistogram Histogram);
