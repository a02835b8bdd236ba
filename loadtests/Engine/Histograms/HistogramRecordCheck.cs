namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>A run folder may have been cut short or edited: its histograms are checked before they are believed.</summary>
internal static class HistogramRecordCheck
{
    public static void ThrowIfInconsistent(HistogramRecord record)
    {
        if (record.BucketsPerOctave != BucketLayout.PerOctave)
        {
            throw new FormatException($"The histogram has {record.BucketsPerOctave} buckets per octave; {BucketLayout.PerOctave} can be read.");
        }

        if (record.Indexes.Count != record.Counts.Count || record.Indexes.Any(index => index is < 0 or >= BucketLayout.Count))
        {
            throw new FormatException($"The histogram's {record.Indexes.Count} indexes do not fit its {record.Counts.Count} counts or the layout.");
        }

        if (record.Counts.Sum() + record.Saturated != record.Count)
        {
            throw new FormatException($"The histogram's counts add up to {record.Counts.Sum() + record.Saturated}, not to {record.Count}.");
        }
    }
}
