using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Where a page starts: after a document, not after a count of them, so that writes between two pages lose and repeat nothing.
/// On the wire it is base64url of a version, these fields and a checksum.
/// </summary>
/// <param name="Source">The hash of the container and the query.</param>
/// <param name="AfterNumber">The last document that was read; 0 at the start of a partition.</param>
/// <param name="Rows">The number of rows of all pages before.</param>
/// <param name="Remainder">What the pages before did not charge, in parts of a thousandth of an RU.</param>
/// <param name="RangeId">The partition, for a request that names none; -1 for one that does.</param>
internal sealed record Continuation(ulong Source, long AfterNumber, int Rows, int Remainder, int RangeId)
{
    public const int NoRange = -1;

    private const byte Version = 1;
    private const int ChecksumAt = 1 + (2 * sizeof(long)) + (3 * sizeof(int));
    private const int Length = ChecksumAt + sizeof(uint);

    /// <summary>False for a token that no response had.</summary>
    public static bool TryRead(string token, [NotNullWhen(true)] out Continuation? continuation)
    {
        Span<byte> bytes = stackalloc byte[Length];
        continuation = null;
        if (token.Length != Base64Url.GetEncodedLength(Length)
            || !Base64Url.TryDecodeFromChars(token, bytes, out var length)
            || length != Length
            || bytes[0] != Version
            || BinaryPrimitives.ReadUInt32LittleEndian(bytes[ChecksumAt..]) != Checksum(bytes))
        {
            return false;
        }

        continuation = new(
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[1..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[9..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[17..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[21..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[25..]));
        return true;
    }

    public string ToToken()
    {
        Span<byte> bytes = stackalloc byte[Length];
        bytes[0] = Version;
        BinaryPrimitives.WriteUInt64LittleEndian(bytes[1..], Source);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[9..], AfterNumber);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[17..], Rows);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[21..], Remainder);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[25..], RangeId);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[ChecksumAt..], Checksum(bytes));
        return Base64Url.EncodeToString(bytes);
    }

    private static uint Checksum(ReadOnlySpan<byte> bytes) => (uint)MurmurHash3.Hash128(bytes[..ChecksumAt]).Low;
}
