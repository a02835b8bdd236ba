namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// The counts of all buckets in HdrHistogram's V2 form: each a number, and a run of empty ones the negative of its length.
/// </summary>
internal static class HdrPayload
{
    public static byte[] Write(IReadOnlyList<int> indexes, IReadOnlyList<long> counts)
    {
        using var stream = new MemoryStream();
        var next = 0;
        foreach (var (index, count) in indexes.Zip(counts))
        {
            WriteEmpty(stream, index - next);
            ZigZag.Write(stream, count);
            next = index + 1;
        }

        return stream.ToArray();
    }

    /// <exception cref="FormatException">A count or a run reaches beyond the range.</exception>
    public static (IReadOnlyList<int> Indexes, IReadOnlyList<long> Counts) Read(ReadOnlySpan<byte> payload)
    {
        var (indexes, counts) = (new List<int>(), new List<long>());
        var (index, position) = (0L, 0);
        while (position < payload.Length)
        {
            var number = ZigZag.Read(payload, ref position);
            if (number > 0)
            {
                indexes.Add(Checked(index));
                counts.Add(number);
            }

            index += number < 0 ? Math.Min(-(number + 1), int.MaxValue) + 1 : 1;
        }

        return (indexes, counts);
    }

    private static void WriteEmpty(MemoryStream stream, int length)
    {
        if (length > 0)
        {
            ZigZag.Write(stream, length == 1 ? 0 : -length);
        }
    }

    private static int Checked(long index) => index < BucketLayout.Count
        ? (int)index
        : throw new FormatException($"The histogram holds values above {BucketLayout.HighestValue} us, which are not read.");
}
