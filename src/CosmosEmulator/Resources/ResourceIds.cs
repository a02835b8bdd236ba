using System.Buffers.Binary;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>
/// The service's own ids (RIDs): base64 with - for /. A database has 4 bytes, a container 8 (its database's and four with the
/// highest bit set), a document 16 (its container's and a number, which the SDK reads as little-endian and orders rows by).
/// </summary>
internal static class ResourceIds
{
    public const int ContainerBytes = 8;
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

    public static string Document(ReadOnlySpan<byte> container, long number)
    {
        Span<byte> rid = stackalloc byte[DocumentBytes];
        container.CopyTo(rid);
        BinaryPrimitives.WriteInt64LittleEndian(rid[ContainerBytes..], number);
        return ToText(rid);
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

    /// <summary>Reads a document's number back; false for what is not the RID of a document of that container.</summary>
    public static bool TryReadDocument(ReadOnlySpan<char> text, ReadOnlySpan<byte> container, out long number)
    {
        Span<char> base64 = stackalloc char[24];
        Span<byte> rid = stackalloc byte[DocumentBytes + 2];
        number = 0;
        if (text.Length != base64.Length)
        {
            return false;
        }

        text.Replace(base64, '-', '/');
        if (!Convert.TryFromBase64Chars(base64, rid, out var length) || length != DocumentBytes || !rid.StartsWith(container))
        {
            return false;
        }

        number = BinaryPrimitives.ReadInt64LittleEndian(rid[ContainerBytes..]);
        return number >= 0;
    }

    public static string ToText(ReadOnlySpan<byte> rid) => Convert.ToBase64String(rid).Replace('/', '-');
}
