namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// HdrHistogram's variable-length integers (ZigZag, LEB128 64b9B): seven bits in each byte, small numbers of either sign first,
/// and a ninth byte with all of its eight bits.
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
