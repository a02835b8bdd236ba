namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// The counts of all buckets in HdrHistogram's V2 format: one number for each bucket, or -n for a run of n empty buckets.
/// </summary>
internal static class HdrPayload
{
    public static byte[] Write(IReadOnlyList<int> indexes, IReadOnlyList<long> counts)
    {
        using var stream = new MemoryStream();
        var next = 0;
        foreach (var (index, count) in indexes.Zip(counts))
        {
            if (index > next)
            {
                ZigZag.Write(stream, index - next == 1 ? 0 : next - index);
            }

            ZigZag.Write(stream, count);
            next = index + 1;
        }

        return stream.ToArray();
    }

    /// <exception cref="FormatException">A count is outside of the range of values.</exception>
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

    private static int Checked(long index) => index < BucketLayout.Count
        ? (int)index
        : throw new FormatException($"The histogram holds values above {BucketLayout.HighestValue} us, which are not read.");
}

/// <summary>
/// HdrHistogram's variable-length integers (ZigZag, LEB128 64b9B): seven bits in each byte, fewer bytes for numbers near zero,
/// and eight bits in the ninth byte.
/// </summary>
internal static class ZigZag
{
    private const int LongestLength = 9;

    public static void Write(Stream stream, long value)
    {
        var rest = (ulong)(value << 1) ^ (ulong)(value >> 63);
        for (var length = 1; length < LongestLength && rest > 0x7F; length++)
        {
            stream.WriteByte((byte)(rest | 0x80));
            rest >>= 7;
        }

        stream.WriteByte((byte)rest);
    }

    /// <exception cref="FormatException">The bytes end within a number.</exception>
    public static long Read(ReadOnlySpan<byte> bytes, ref int position)
    {
        ulong value = 0;
        for (var length = 1; length <= LongestLength; length++)
        {
            if (position >= bytes.Length)
            {
                throw new FormatException("The histogram ends within a number.");
            }

            var next = bytes[position++];
            var last = length == LongestLength || next <= 0x7F;
            value |= (ulong)(last ? next : next & 0x7F) << (7 * (length - 1));
            if (last)
            {
                break;
            }
        }

        return (long)(value >> 1) ^ -(long)(value & 1);
    }
}
