namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// The latency of every request that was sent, from its scheduled moment: answered, failed, timed out, or unanswered at the end.
/// Not safe for concurrent use: the caller holds the lock.
/// </summary>
public sealed class LatencyDistribution
{
    /// <summary>Requests with a successful response.</summary>
    public LatencyHistogram Successes { get; } = new();

    /// <summary>Failures whose duration is known.</summary>
    public LatencyHistogram Failures { get; } = new();

    /// <summary>Requests that timed out or were not answered. The time waited is a lower bound of their latency.</summary>
    public LatencyHistogram Unfinished { get; } = new();

    /// <summary>Arrivals that were never sent, because too many requests were in flight. They are in no histogram.</summary>
    public long Dropped { get; private set; }

    /// <summary>Requests that were sent.</summary>
    public long Count => Successes.Count + Failures.Count + Unfinished.Count;

    public long Failed => Failures.Count + Unfinished.Count;

    /// <summary>A lower bound when any request is unfinished.</summary>
    public LatencyValue Mean => Count == 0
        ? LatencyValue.None
        : LatencyValue.FromMicroseconds(
            ((double)Successes.Sum + Failures.Sum + Unfinished.Sum) / Count, atLeast: Unfinished.Count > 0);

    /// <summary>A lower bound when any request is unfinished or any arrival was dropped.</summary>
    public LatencyValue Max => Count == 0
        ? LatencyValue.None
        : LatencyValue.FromMicroseconds(
            Math.Max(Math.Max(Successes.Max, Failures.Max), Unfinished.Max), atLeast: Unfinished.Count > 0 || Dropped > 0);

    public void Record(long microseconds, RequestEnd end) => (end switch
    {
        RequestEnd.Success => Successes,
        RequestEnd.Failure => Failures,
        _ => Unfinished,
    }).Record(microseconds);

    public void RecordDropped(long arrivals = 1) => Dropped += arrivals;

    /// <summary>
    /// The nearest rank among all requests. The lower bound uses the time waited of unfinished requests, the upper bound uses
    /// infinity. If both are in the same bucket, the percentile is exact; otherwise the result is the lower bound.
    /// </summary>
    public LatencyValue Percentile(double percentile)
    {
        if (WhyNotStated(percentile) is { } reason)
        {
            return new LatencyValue(null, NotStated: reason);
        }

        if (Count == 0)
        {
            return LatencyValue.None;
        }

        var (all, rank) = (All(), LatencyHistogram.Rank(percentile, Count));
        var exact = Unfinished.Count == 0 || (Known() is var known && rank <= known.Count
            && known.BucketAtRank(rank) == all.BucketAtRank(rank));
        return LatencyValue.FromMicroseconds(all.ValueAtRank(rank), atLeast: !exact);
    }

    /// <summary>Why the percentile is not stated because of dropped arrivals, as a clause; null when it is stated.</summary>
    public string? WhyNotStated(double percentile)
    {
        var arrivals = Count + Dropped;
        var room = (1 - (percentile / 100)) * arrivals;
        return Dropped > room + 1e-6
            ? $"{Dropped:#,0} of {arrivals:#,0} arrivals were dropped, and p{percentile:0.###} leaves room for "
                + $"{Math.Floor(room + 1e-6):#,0}"
            : null;
    }

    /// <summary>All requests, unfinished ones with the time waited. Creates a new histogram only if a request failed.</summary>
    public LatencyHistogram All() => Merged(Known(), Unfinished);

    /// <summary>A percentile of the successes; no value when no request failed, or none succeeded.</summary>
    public LatencyValue SuccessPercentile(double percentile) => Failed == 0 || Successes.Count == 0
        ? LatencyValue.None
        : LatencyValue.FromMicroseconds(Successes.ValueAtPercentile(percentile), atLeast: false);

    /// <summary>Adds all requests and dropped arrivals of <paramref name="other"/>, as if they had been recorded here.</summary>
    public void Merge(LatencyDistribution other)
    {
        Successes.Merge(other.Successes);
        Failures.Merge(other.Failures);
        Unfinished.Merge(other.Unfinished);
        Dropped += other.Dropped;
    }

    /// <summary>The requests that failed, timed out or were not answered.</summary>
    public LatencyDistribution WithoutSuccesses()
    {
        var failed = new LatencyDistribution();
        failed.Failures.Merge(Failures);
        failed.Unfinished.Merge(Unfinished);
        return failed;
    }

    public void Clear()
    {
        Array.ForEach(Parts(), part => part.Clear());
        Dropped = 0;
    }

    /// <summary>Uses a few bytes for each bucket that is not empty.</summary>
    public byte[] ToBytes()
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        writer.Write7BitEncodedInt64(Dropped);
        Array.ForEach(Parts(), part => CompactHistogram.Write(writer, part.ToRecord()));
        return stream.ToArray();
    }

    /// <exception cref="FormatException">The bytes are not a distribution; the message is one line with the reason.</exception>
    public static LatencyDistribution FromBytes(byte[] bytes)
    {
        try
        {
            using var reader = new BinaryReader(new MemoryStream(bytes));
            var distribution = new LatencyDistribution { Dropped = reader.Read7BitEncodedInt64() };
            Array.ForEach(distribution.Parts(), part => part.Merge(LatencyHistogram.FromRecord(CompactHistogram.Read(reader))));
            return distribution;
        }
        catch (Exception exception) when (exception is EndOfStreamException or OverflowException)
        {
            throw new FormatException("The latencies of a second are cut short.", exception);
        }
    }

    private LatencyHistogram[] Parts() => [Successes, Failures, Unfinished];

    private LatencyHistogram Known() => Merged(Successes, Failures);

    private static LatencyHistogram Merged(LatencyHistogram first, LatencyHistogram second)
    {
        if (second.Count == 0)
        {
            return first;
        }

        var merged = new LatencyHistogram();
        merged.Merge(first);
        merged.Merge(second);
        return merged;
    }
}
