namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// A histogram as bytes: sum, minimum, maximum, saturated values, the number of used buckets, and for each of these its distance
/// from the previous one and its count. All numbers are 7-bit encoded.
/// </summary>
internal static class CompactHistogram
{
    public static void Write(BinaryWriter writer, HistogramRecord record)
    {
        writer.Write7BitEncodedInt64(record.SumMicroseconds);
        writer.Write7BitEncodedInt64(record.MinMicroseconds);
        writer.Write7BitEncodedInt64(record.MaxMicroseconds);
        writer.Write7BitEncodedInt64(record.Saturated);
        writer.Write7BitEncodedInt(record.Indexes.Count);
        var before = 0;
        foreach (var (index, count) in record.Indexes.Zip(record.Counts))
        {
            writer.Write7BitEncodedInt(index - before);
            writer.Write7BitEncodedInt64(count);
            before = index;
        }
    }

    public static HistogramRecord Read(BinaryReader reader)
    {
        var (sum, min, max) = (reader.Read7BitEncodedInt64(), reader.Read7BitEncodedInt64(), reader.Read7BitEncodedInt64());
        var saturated = reader.Read7BitEncodedInt64();
        var used = reader.Read7BitEncodedInt();
        var (indexes, counts) = (new List<int>(), new List<long>());
        var before = 0;
        for (var bucket = 0; bucket < used; bucket++)
        {
            before += reader.Read7BitEncodedInt();
            indexes.Add(before);
            counts.Add(reader.Read7BitEncodedInt64());
        }

        return new HistogramRecord
        {
            BucketsPerOctave = BucketLayout.PerOctave, Count = counts.Sum() + saturated, SumMicroseconds = sum,
            MinMicroseconds = min, MaxMicroseconds = max, Saturated = saturated, Indexes = indexes, Counts = counts,
        };
    }
}
