namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>Creates a histogram from the counts in a log.</summary>
internal static class ReadHistogram
{
    /// <summary>Estimates sum, minimum and maximum from the middles of the buckets.</summary>
    public static LatencyHistogram FromCounts(IReadOnlyList<int> indexes, IReadOnlyList<long> counts)
    {
        var sum = indexes.Zip(counts).Sum(each => BucketLayout.Middle(each.First) * each.Second);
        var (min, max) = indexes.Count > 0 ? (BucketLayout.Middle(indexes[0]), BucketLayout.Middle(indexes[^1])) : (0, 0);
        return LatencyHistogram.FromRecord(new HistogramRecord
        {
            BucketsPerOctave = BucketLayout.PerOctave, Count = counts.Sum(), SumMicroseconds = sum, MinMicroseconds = min,
            MaxMicroseconds = max, Indexes = indexes, Counts = counts,
        });
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
