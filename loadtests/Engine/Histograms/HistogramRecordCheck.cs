namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>A run folder may have been cut short or edited: its histograms are checked before they are believed.</summary>
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
