namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>A histogram as it is written to a run folder: the indexes and counts of the buckets that are not empty.</summary>
public sealed record HistogramRecord
{
    /// <summary>The bucket layout of the indexes.</summary>
    public required int BucketsPerOctave { get; init; }

    public required long Count { get; init; }
    public required long SumMicroseconds { get; init; }
    public required long MinMicroseconds { get; init; }
    public required long MaxMicroseconds { get; init; }

    /// <summary>Values too large for any bucket; part of <see cref="Count"/>.</summary>
    public long Saturated { get; init; }

    public required IReadOnlyList<int> Indexes { get; init; }
    public required IReadOnlyList<long> Counts { get; init; }

    /// <summary>In a file: histograms of the same run by their tags. Null when there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Dictionary<string, HistogramRecord>? Tagged { get; init; }

    /// <summary>Checks a histogram that was read, because a run folder may be truncated or edited.</summary>
    /// <exception cref="FormatException">The record is inconsistent; the message is one line with the reason.</exception>
    internal void ThrowIfInconsistent()
    {
        if (BucketsPerOctave != BucketLayout.PerOctave)
        {
            throw new FormatException(
                $"A histogram with {BucketsPerOctave} buckets per octave cannot be read; {BucketLayout.PerOctave} can.");
        }

        if (Indexes.Count != Counts.Count || Counts.Append(Saturated).Any(count => count < 0)
            || Indexes.Prepend(-1).Zip(Indexes.Append(BucketLayout.Count)).Any(pair => pair.First >= pair.Second))
        {
            throw new FormatException(
                $"The histogram's {Indexes.Count} indexes do not ascend or fit its {Counts.Count} counts, or one is negative.");
        }

        if (Indexes.Count > 0 && (MinMicroseconds < 0 || MinMicroseconds > MaxMicroseconds
            || Indexes[0] < BucketLayout.IndexOf(MinMicroseconds)
            || Indexes[^1] > BucketLayout.IndexOf(Math.Min(MaxMicroseconds, BucketLayout.HighestValue))))
        {
            throw new FormatException("The histogram's minimum and maximum do not fit its counts.");
        }

        // A decimal does not overflow, whatever is in the file.
        var sum = Counts.Sum(count => (decimal)count) + Saturated;
        if (sum != Count)
        {
            throw new FormatException($"The histogram's counts add up to {sum}, not to {Count}.");
        }
    }
}
