namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// Counts of microseconds in buckets whose width grows with the value: bounded memory (188 KB), relative error of a percentile
/// at most 0.05 % up to 71 minutes, exact mean, minimum and maximum. Recording allocates nothing after the first value. Not safe
/// for concurrent use: callers must synchronize.
/// </summary>
public sealed class LatencyHistogram
{
    /// <summary>Allocated for the first value, because most histograms of failures stay empty.</summary>
    private long[] _counts = [];
    private long _min = long.MaxValue;

    public long Count { get; private set; }

    /// <summary>The number of values above the range (71 minutes). Count, sum, minimum and maximum include them.</summary>
    public long Saturated { get; private set; }

    public long Min => Count == 0 ? 0 : _min;

    public long Max { get; private set; }

    public long Sum { get; private set; }

    public double Mean => Count == 0 ? 0 : (double)Sum / Count;

    /// <param name="count">The number of equal values.</param>
    public void Record(long microseconds, long count = 1)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(microseconds);
        Count += count;
        Sum += microseconds * count;
        _min = Math.Min(_min, microseconds);
        Max = Math.Max(Max, microseconds);
        if (microseconds > BucketLayout.HighestValue)
        {
            Saturated += count;
        }
        else
        {
            AllocatedCounts()[BucketLayout.IndexOf(microseconds)] += count;
        }
    }

    /// <summary>
    /// The value in microseconds that <paramref name="percentile"/> per cent of all values do not exceed (nearest rank); 0 when
    /// empty. A rank among the saturated values gives the maximum.
    /// </summary>
    public long ValueAtPercentile(double percentile)
    {
        if (percentile is not (>= 0 and <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(percentile), percentile, "A percentile lies between 0 and 100.");
        }

        return ValueAtRank(Rank(percentile, Count));
    }

    /// <summary>Adds all values of <paramref name="other"/>; exact, as if they had been recorded here.</summary>
    public void Merge(LatencyHistogram other)
    {
        foreach (var index in other.UsedIndexes())
        {
            AllocatedCounts()[index] += other._counts[index];
        }

        Count += other.Count;
        Saturated += other.Saturated;
        Sum += other.Sum;
        _min = Math.Min(_min, other._min);
        Max = Math.Max(Max, other.Max);
    }

    public void Clear()
    {
        Array.Clear(_counts);
        (Count, Saturated, Sum, _min, Max) = (0, 0, 0, long.MaxValue, 0);
    }

    /// <summary>The buckets that are not empty, in ascending order, without the saturated values.</summary>
    public IEnumerable<HistogramBucket> Buckets() => UsedIndexes().Select(index => new HistogramBucket(
        BucketLayout.LowerBound(index), BucketLayout.LowerBound(index) + BucketLayout.Width(index), _counts[index]));

    public HistogramRecord ToRecord()
    {
        int[] indexes = [.. UsedIndexes()];
        long[] counts = [.. indexes.Select(index => _counts[index])];
        return new HistogramRecord
        {
            BucketsPerOctave = BucketLayout.PerOctave, Count = Count, SumMicroseconds = Sum, MinMicroseconds = Min,
            MaxMicroseconds = Max, Saturated = Saturated, Indexes = indexes, Counts = counts,
        };
    }

    public static LatencyHistogram FromRecord(HistogramRecord record)
    {
        record.ThrowIfInconsistent();
        var histogram = new LatencyHistogram
        {
            Count = record.Count,
            Saturated = record.Saturated,
            Max = record.MaxMicroseconds,
            Sum = record.SumMicroseconds,
            _min = record.Count == 0 ? long.MaxValue : record.MinMicroseconds,
        };
        for (var i = 0; i < record.Indexes.Count; i++)
        {
            histogram.AllocatedCounts()[record.Indexes[i]] = record.Counts[i];
        }

        return histogram;
    }

    /// <summary>The nearest rank, from 1.</summary>
    // The small allowance keeps 99.99 % of 10,000 at rank 9,999 although 0.9999 has no exact binary form.
    public static long Rank(double percentile, long count) => Math.Max(1, (long)Math.Ceiling((percentile / 100 * count) - 1e-6));

    /// <summary>The middle of the rank's bucket in microseconds; the maximum if the rank is in no bucket.</summary>
    internal long ValueAtRank(long rank) =>
        BucketAtRank(rank) is { } index ? Math.Clamp(BucketLayout.Middle(index), Min, Max) : Max;

    /// <summary>Null for a rank among the saturated values or beyond.</summary>
    internal int? BucketAtRank(long rank)
    {
        var left = rank;
        foreach (var index in UsedIndexes())
        {
            left -= _counts[index];
            if (left <= 0)
            {
                return index;
            }
        }

        return null;
    }

    private long[] AllocatedCounts() => _counts.Length > 0 ? _counts : _counts = new long[BucketLayout.Count];

    private IEnumerable<int> UsedIndexes()
    {
        if (Count == Saturated)
        {
            yield break;
        }

        var last = BucketLayout.IndexOf(Math.Min(Max, BucketLayout.HighestValue));
        for (var index = BucketLayout.IndexOf(_min); index <= last; index++)
        {
            if (_counts[index] > 0)
            {
                yield return index;
            }
        }
    }
}
