using System.Buffers.Binary;
using System.Numerics;

namespace DroneDelivery.CosmosEmulator.PartitionKeys;

/// <summary>MurmurHash3, the x64 variant with 128 bits, seed 0 (https://github.com/aappleby/smhasher).</summary>
internal static class MurmurHash3
{
    private const ulong C1 = 0x87c37b91114253d5;
    private const ulong C2 = 0x4cf5ad432745937f;

    public static (ulong Low, ulong High) Hash128(ReadOnlySpan<byte> data)
    {
        ulong h1 = 0;
        ulong h2 = 0;
        var rest = data;
        for (; rest.Length >= 16; rest = rest[16..])
        {
            h1 ^= MixLow(BinaryPrimitives.ReadUInt64LittleEndian(rest));
            h1 = ((BitOperations.RotateLeft(h1, 27) + h2) * 5) + 0x52dce729;
            h2 ^= MixHigh(BinaryPrimitives.ReadUInt64LittleEndian(rest[8..]));
            h2 = ((BitOperations.RotateLeft(h2, 31) + h1) * 5) + 0x38495ab5;
        }

        Span<byte> tail = stackalloc byte[16];
        tail.Clear();
        rest.CopyTo(tail);
        h2 ^= MixHigh(BinaryPrimitives.ReadUInt64LittleEndian(tail[8..]));
        h1 ^= MixLow(BinaryPrimitives.ReadUInt64LittleEndian(tail));
        return Finish(h1, h2, (ulong)data.Length);
    }

    private static ulong MixLow(ulong k) => BitOperations.RotateLeft(k * C1, 31) * C2;

    private static ulong MixHigh(ulong k) => BitOperations.RotateLeft(k * C2, 33) * C1;

    private static (ulong Low, ulong High) Finish(ulong h1, ulong h2, ulong length)
    {
        h1 ^= length;
        h2 ^= length;
        h1 += h2;
        h2 += h1;
        h1 = Avalanche(h1);
        h2 = Avalanche(h2);
        h1 += h2;
        return (h1, h2 + h1);
    }

    private static ulong Avalanche(ulong k)
    {
        k = (k ^ (k >> 33)) * 0xff51afd7ed558ccd;
        k = (k ^ (k >> 33)) * 0xc4ceb9fe1a85ec53;
        return k ^ (k >> 33);
    }
}
