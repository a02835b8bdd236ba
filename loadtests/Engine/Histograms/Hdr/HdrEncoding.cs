using System.Buffers.Binary;
using System.IO.Compression;

namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// HdrHistogram's compressed V2 encoding (a header, and a zlib stream of a second header and the counts), in base64. With three
/// significant digits and a lowest value of 1 its buckets are those of <see cref="BucketLayout"/>, so every count keeps its
/// bucket.
/// </summary>
/// <remarks>
/// Format: <c>AbstractHistogram.encodeIntoCompressedByteBuffer</c> of github.com/HdrHistogram/HdrHistogram. The index offset and
/// the conversion ratio are for shifted and floating-point histograms. They are not read, since not every writer sets them.
/// </remarks>
internal static class HdrEncoding
{
    private const int CompressedCookie = 0x1C84_9314;
    private const int Cookie = 0x1C84_9313;

    // The bits of a cookie with the word size. V2 does not use them, because its counts have variable length.
    private const int WordSizeBits = 0xF0;
    private const int CompressedHeader = 8;
    private const int Header = 40;
    private const int SignificantDigits = 3;

    public static string Encode(IReadOnlyList<int> indexes, IReadOnlyList<long> counts)
    {
        var payload = HdrPayload.Write(indexes, counts);
        var plain = new byte[Header + payload.Length];
        BinaryPrimitives.WriteInt32BigEndian(plain, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), payload.Length);
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(12), SignificantDigits);
        BinaryPrimitives.WriteInt64BigEndian(plain.AsSpan(16), 1);
        BinaryPrimitives.WriteInt64BigEndian(plain.AsSpan(24), BucketLayout.HighestValue);
        BinaryPrimitives.WriteDoubleBigEndian(plain.AsSpan(32), 1);
        payload.CopyTo(plain, Header);
        return Convert.ToBase64String(Compressed(plain));
    }

    /// <exception cref="FormatException">The text is not such a histogram, or its buckets are different.</exception>
    public static (IReadOnlyList<int> Indexes, IReadOnlyList<long> Counts) Decode(string text)
    {
        var plain = Decompressed(Convert.FromBase64String(text));
        if (plain.Length < Header || !HasCookie(plain, Cookie))
        {
            throw new FormatException("It is no histogram in HdrHistogram's V2 encoding.");
        }

        var digits = BinaryPrimitives.ReadInt32BigEndian(plain.AsSpan(12));
        var lowest = BinaryPrimitives.ReadInt64BigEndian(plain.AsSpan(16));
        if (digits != SignificantDigits || lowest != 1)
        {
            throw new FormatException(
                $"Its values have {digits} significant digits from {lowest} on; "
                + $"{SignificantDigits} digits from 1 us on can be read.");
        }

        var length = BinaryPrimitives.ReadInt32BigEndian(plain.AsSpan(4));
        return length >= 0 && length <= plain.Length - Header
            ? HdrPayload.Read(new MemoryStream(plain, Header, length))
            : throw new FormatException("The histogram is shorter than it says.");
    }

    private static byte[] Compressed(byte[] plain)
    {
        using var stream = new MemoryStream();
        stream.Write(new byte[CompressedHeader]);
        using (var deflate = new ZLibStream(stream, CompressionLevel.Optimal, leaveOpen: true))
        {
            deflate.Write(plain);
        }

        var whole = stream.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(whole, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(whole.AsSpan(4), whole.Length - CompressedHeader);
        return whole;
    }

    private static byte[] Decompressed(byte[] whole)
    {
        if (whole.Length < CompressedHeader || !HasCookie(whole, CompressedCookie))
        {
            throw new FormatException("It is no histogram in HdrHistogram's compressed V2 encoding.");
        }

        try
        {
            using var compressed = new MemoryStream(whole, CompressedHeader, whole.Length - CompressedHeader);
            using var inflate = new ZLibStream(compressed, CompressionMode.Decompress);
            using var plain = new MemoryStream();
            inflate.CopyTo(plain);
            return plain.ToArray();
        }
        catch (InvalidDataException exception)
        {
            throw new FormatException("The histogram cannot be decompressed.", exception);
        }
    }

    private static bool HasCookie(ReadOnlySpan<byte> bytes, int cookie) =>
        (BinaryPrimitives.ReadInt32BigEndian(bytes) & ~WordSizeBits) == (cookie & ~WordSizeBits);
}
