namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>Checks a histogram that was read, because a run folder may be truncated or edited.</summary>
internal static class HistogramRecordCheck
{
    public static void ThrowIfInconsistent(HistogramRecord record)
    {
        if (record.BucketsPerOctave != BucketLayout.PerOctave)
        {
            throw new FormatException(
                $"A histogram with {record.BucketsPerOctave} buckets per octave cannot be read; {BucketLayout.PerOctave} can.");
        }

        if (record.Indexes.Count != record.Counts.Count || record.Indexes.Any(index => index is < 0 or >= BucketLayout.Count))
        {
            throw new FormatException(
                $"The histogram's {record.Indexes.Count} indexes do not fit its {record.Counts.Count} counts or the layout.");
        }

        var sum = record.Counts.Sum() + record.Saturated;
        if (sum != record.Count)
        {
            throw new FormatException($"The histogram's counts add up to {sum}, not to {record.Count}.");
        }
    }
}
