namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>Writes a histogram log (version 1.3, V2 compressed) for HdrHistogram's own tools. Values are microseconds.</summary>
internal static class HdrLogWriter
{
    /// <param name="entries">Tags must not contain blanks or commas. Entries without values are not written.</param>
    public static void Write(TextWriter writer, IReadOnlyList<HdrLogEntry> entries)
    {
        var start = entries.Count > 0 ? entries.Min(entry => entry.StartedAt) : DateTimeOffset.UnixEpoch;
        writer.Write("#[Latencies in microseconds]\n");
        writer.Write("#[Histogram log format version 1.3]\n");
        var seconds = start.ToUnixTimeMilliseconds() / 1_000.0;
        writer.Write($"#[StartTime: {seconds:0.000} (seconds since epoch), {start.UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}]\n");
        List<HdrLogEntry> written = [.. entries.Where(entry => entry.Histogram.Count > 0)];
        foreach (var (tag, _, _, values) in written)
        {
            writer.Write($"{new ExactFigures(tag, values.Sum, values.Min, values.Max, values.Saturated)}\n");
        }

        writer.Write("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n");
        foreach (var entry in written)
        {
            writer.Write(Line(entry, entry.StartedAt - start));
        }
    }

    private static string Line(HdrLogEntry entry, TimeSpan sinceStart)
    {
        var (indexes, counts) = Buckets(entry.Histogram.ToRecord());
        var tag = entry.Tag is { } name ? $"Tag={name}," : "";
        return tag + $"{sinceStart.TotalSeconds:0.000},{entry.Length.TotalSeconds:0.000},{entry.Histogram.Max / 1_000.0:0.000},"
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
}

/// <summary>One line of a histogram log.</summary>
/// <param name="Tag">The kind of the values; null for latency, the main values of the log.</param>
/// <param name="StartedAt">The start of the recording.</param>
/// <param name="Length">The duration of the recording.</param>
public sealed record HdrLogEntry(string? Tag, DateTimeOffset StartedAt, TimeSpan Length, LatencyHistogram Histogram)
{
    /// <summary>All values of the entries, from the first start to the last end, with the tag of the first entry.</summary>
    public static HdrLogEntry Merge(IReadOnlyList<HdrLogEntry> entries)
    {
        var histogram = new LatencyHistogram();
        foreach (var entry in entries)
        {
            histogram.Merge(entry.Histogram);
        }

        var start = entries.Min(entry => entry.StartedAt);
        return new HdrLogEntry(entries[0].Tag, start, entries.Max(entry => entry.StartedAt + entry.Length) - start, histogram);
    }
}
