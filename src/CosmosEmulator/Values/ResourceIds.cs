using System.Buffers.Binary;
using System.Buffers.Text;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>
/// The service's own ids (RIDs): base64 with - for /. A database has 4 bytes, a container 8 (its database's and four with the
/// highest bit set), a document 16 (its container's and a number, which the SDK reads as little-endian and orders rows by).
/// </summary>
internal static class ResourceIds
{
    public const int ContainerBytes = 8;

    /// <summary>Of a document's RID as text.</summary>
    public const int DocumentCharacters = 24;

    private const int DocumentBytes = 16;
    private const byte PartitionKeyRangeTag = 0x50;

    public static byte[] Database(int number)
    {
        var rid = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(rid, number << 8);
        return rid;
    }

    public static byte[] Container(byte[] database, int number)
    {
        var rid = new byte[ContainerBytes];
        database.CopyTo(rid, 0);
        BinaryPrimitives.WriteUInt32BigEndian(rid.AsSpan(4), (uint)number | 0x8000_0000);
        return rid;
    }

    /// <summary>Writes the RID of a document, <see cref="DocumentCharacters"/> bytes of UTF-8.</summary>
    public static void WriteDocument(ReadOnlySpan<byte> container, long number, Span<byte> utf8)
    {
        Span<byte> rid = stackalloc byte[DocumentBytes];
        container.CopyTo(rid);
        BinaryPrimitives.WriteInt64LittleEndian(rid[ContainerBytes..], number);
        Base64.EncodeToUtf8(rid, utf8, out _, out _);
        utf8.Replace((byte)'/', (byte)'-');
    }

    /// <summary>The number of a document by its RID as text; null for a text that is no such RID.</summary>
    public static long? ReadDocumentNumber(string text)
    {
        Span<byte> rid = stackalloc byte[DocumentBytes];
        var isRid = text.Length == DocumentCharacters
            && Convert.TryFromBase64String(text.Replace('-', '/'), rid, out var length)
            && length == DocumentBytes;
        return isRid ? BinaryPrimitives.ReadInt64LittleEndian(rid[ContainerBytes..]) : null;
    }

    public static string PartitionKeyRange(byte[] container, int index)
    {
        Span<byte> rid = stackalloc byte[DocumentBytes];
        container.CopyTo(rid);
        BinaryPrimitives.WriteInt64LittleEndian(rid[ContainerBytes..], index + 1);
        rid[^1] = PartitionKeyRangeTag;
        return ToText(rid);
    }

    public static string Offer(int number)
    {
        Span<byte> rid = [(byte)(number >> 16), (byte)(number >> 8), (byte)number];
        return ToText(rid);
    }

    public static string ToText(ReadOnlySpan<byte> rid) => Convert.ToBase64String(rid).Replace('/', '-');
}
