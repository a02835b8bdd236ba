namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// The counts of all buckets in HdrHistogram's V2 format: one number for each bucket, or -n for a run of n empty buckets. Numbers
/// have seven bits in each byte, with the sign in the lowest bit (ZigZag), so that those near zero are short.
/// </summary>
internal static class HdrPayload
{
    public static byte[] Write(IReadOnlyList<int> indexes, IReadOnlyList<long> counts)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        var next = 0;
        foreach (var (index, count) in indexes.Zip(counts))
        {
            if (index > next)
            {
                WriteNumber(writer, index - next == 1 ? 0 : next - index);
            }

            WriteNumber(writer, count);
            next = index + 1;
        }

        return stream.ToArray();
    }

    /// <exception cref="FormatException">The bytes end within a number, or a count is outside of the range of values.</exception>
    public static (IReadOnlyList<int> Indexes, IReadOnlyList<long> Counts) Read(Stream payload)
    {
        var (indexes, counts) = (new List<int>(), new List<long>());
        var index = 0L;
        using var reader = new BinaryReader(payload);
        while (payload.Position < payload.Length)
        {
            var number = ReadNumber(reader);
            if (number > 0)
            {
                indexes.Add(Checked(index));
                counts.Add(number);
            }

            index += number < 0 ? Math.Min(-(number + 1), int.MaxValue) + 1 : 1;
        }

        return (indexes, counts);
    }

    private static void WriteNumber(BinaryWriter writer, long number) =>
        writer.Write7BitEncodedInt64((number << 1) ^ (number >> 63));

    private static long ReadNumber(BinaryReader reader)
    {
        try
        {
            var number = reader.Read7BitEncodedInt64();
            return (number >>> 1) ^ -(number & 1);
        }
        catch (EndOfStreamException exception)
        {
            throw new FormatException("The histogram ends within a number.", exception);
        }
    }

    private static int Checked(long index) => index < BucketLayout.Count
        ? (int)index
        : throw new FormatException($"The histogram holds values above {BucketLayout.HighestValue} us, which are not read.");
}
