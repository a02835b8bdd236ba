using System.Globalization;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// The latency of every request that was sent, from its scheduled moment: answered, failed, timed out, or unanswered at the end.
/// Not safe for concurrent use: its owner holds the lock.
/// </summary>
public sealed class LatencyDistribution
{
    /// <summary>Requests answered with success: the figures of successes alone.</summary>
    public LatencyHistogram Successes { get; } = new();

    /// <summary>Failures whose duration is known.</summary>
    public LatencyHistogram Failures { get; } = new();

    /// <summary>Requests that timed out or were not answered, each with the time waited: it takes at least that long.</summary>
    public LatencyHistogram Unfinished { get; } = new();

    /// <summary>Arrivals that were never sent, since too many requests were in flight. They are in no histogram.</summary>
    public long Dropped { get; private set; }

    /// <summary>Requests that were sent.</summary>
    public long Count => Successes.Count + Failures.Count + Unfinished.Count;

    public long Failed => Failures.Count + Unfinished.Count;

    /// <summary>At least so much whenever a request is unfinished.</summary>
    public LatencyValue Mean => Count == 0
        ? LatencyValue.None
        : LatencyValue.FromMicroseconds(
            ((double)Successes.Sum + Failures.Sum + Unfinished.Sum) / Count, atLeast: Unfinished.Count > 0);

    /// <summary>At least so much whenever a request is unfinished, or an arrival was dropped.</summary>
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
    /// The nearest rank among all requests. Its lower bound takes unfinished requests at the time waited, its upper bound takes
    /// them as infinite. Where both fall in the same bucket the percentile is exact.
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

    /// <summary>Why dropped arrivals forbid the percentile, in a clause; null where they do not.</summary>
    public string? WhyNotStated(double percentile)
    {
        var arrivals = Count + Dropped;
        var room = (1 - (percentile / 100)) * arrivals;
        return Dropped > room + 1e-6
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{Dropped:#,0} of {arrivals:#,0} arrivals were dropped, and p{percentile:0.###} leaves room for "
                + $"{Math.Floor(room + 1e-6):#,0}")
            : null;
    }

    /// <summary>All requests, unfinished ones at the time waited. A new histogram only where something failed.</summary>
    public LatencyHistogram All() => Merged(Known(), Unfinished);

    /// <summary>A copy of the successes, to be shown next to the figures of all; null where nothing failed.</summary>
    public LatencyHistogram? SuccessesApart()
    {
        if (Failed == 0)
        {
            return null;
        }

        var successes = new LatencyHistogram();
        successes.Merge(Successes);
        return successes;
    }

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
        Successes.Clear();
        Failures.Clear();
        Unfinished.Clear();
        Dropped = 0;
    }

    /// <summary>A few bytes for each bucket that holds something.</summary>
    public byte[] ToBytes()
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        writer.Write7BitEncodedInt64(Dropped);
        foreach (var part in Parts())
        {
            CompactHistogram.Write(writer, part.ToRecord());
        }

        return stream.ToArray();
    }

    /// <exception cref="FormatException">The bytes are no distribution; the message, one line, says why.</exception>
    public static LatencyDistribution FromBytes(byte[] bytes)
    {
        try
        {
            using var reader = new BinaryReader(new MemoryStream(bytes));
            var distribution = new LatencyDistribution { Dropped = reader.Read7BitEncodedInt64() };
            foreach (var part in distribution.Parts())
            {
                part.Merge(LatencyHistogram.FromRecord(CompactHistogram.Read(reader)));
            }

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
