using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Where a page starts. On the wire it is base64url of a version, these fields and a checksum.</summary>
/// <param name="Source">The hash of the container and the query.</param>
/// <param name="Position">Where the page before ends.</param>
/// <param name="Remainder">What the pages before did not charge, in parts of a thousandth of an RU.</param>
/// <param name="RangeId">The partition, for a request that names none; -1 for one that does.</param>
internal sealed record Continuation(ulong Source, PagePosition Position, int Remainder, int RangeId)
{
    public const int NoRange = -1;

    private const byte Version = 2;
    private const int NumberAt = 9;
    private const int RowsReadAt = 17;
    private const int RowsAt = 21;
    private const int RemainderAt = 25;
    private const int RangeIdAt = 29;
    private const int SortKeyAt = 33;

    /// <summary>A position of a request that names its partition, or needs none.</summary>
    public static Continuation At(ulong source, PagePosition position) => new(source, position, Remainder: 0, NoRange);

    /// <summary>False for a token that no response had.</summary>
    public static bool TryRead(string token, [NotNullWhen(true)] out Continuation? continuation)
    {
        continuation = null;
        var bytes = new byte[Base64Url.GetMaxDecodedLength(token.Length)];
        if (Base64Url.DecodeFromChars(token, bytes, out _, out var length) != OperationStatus.Done
            || length < SortKeyAt + sizeof(uint)
            || Base64Url.EncodeToString(bytes.AsSpan(..length)) != token)
        {
            return false;
        }

        var fields = bytes.AsSpan(..(length - sizeof(uint)));
        if (fields[0] != Version || BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(fields.Length)) != Checksum(fields))
        {
            return false;
        }

        continuation = new(
            BinaryPrimitives.ReadUInt64LittleEndian(fields[1..]),
            new PagePosition(
                BinaryPrimitives.ReadInt64LittleEndian(fields[NumberAt..]),
                BinaryPrimitives.ReadInt32LittleEndian(fields[RowsReadAt..]),
                BinaryPrimitives.ReadInt32LittleEndian(fields[RowsAt..]),
                bytes.AsMemory(SortKeyAt..fields.Length)),
            BinaryPrimitives.ReadInt32LittleEndian(fields[RemainderAt..]),
            BinaryPrimitives.ReadInt32LittleEndian(fields[RangeIdAt..]));
        return true;
    }

    public string ToToken()
    {
        var bytes = new byte[SortKeyAt + Position.SortKey.Length + sizeof(uint)];
        var fields = bytes.AsSpan(..^sizeof(uint));
        fields[0] = Version;
        BinaryPrimitives.WriteUInt64LittleEndian(fields[1..], Source);
        BinaryPrimitives.WriteInt64LittleEndian(fields[NumberAt..], Position.Number);
        BinaryPrimitives.WriteInt32LittleEndian(fields[RowsReadAt..], Position.RowsRead);
        BinaryPrimitives.WriteInt32LittleEndian(fields[RowsAt..], Position.Rows);
        BinaryPrimitives.WriteInt32LittleEndian(fields[RemainderAt..], Remainder);
        BinaryPrimitives.WriteInt32LittleEndian(fields[RangeIdAt..], RangeId);
        Position.SortKey.Span.CopyTo(fields[SortKeyAt..]);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(fields.Length), Checksum(fields));
        return Base64Url.EncodeToString(bytes);
    }

    private static uint Checksum(ReadOnlySpan<byte> fields) => (uint)MurmurHash3.Hash128(fields).Low;
}
