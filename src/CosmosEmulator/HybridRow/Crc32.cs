namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>The checksum of a record: CRC-32 as in zlib.</summary>
internal static class Crc32
{
    private const uint Polynomial = 0xEDB8_8320;
    private static readonly uint[] Table = [.. Enumerable.Range(0, 256).Select(value => ShiftByte((uint)value))];

    public static uint Compute(ReadOnlySpan<byte> bytes)
    {
        var checksum = uint.MaxValue;
        foreach (var value in bytes)
        {
            checksum = Table[(byte)(checksum ^ value)] ^ (checksum >> 8);
        }

        return ~checksum;
    }

    private static uint ShiftByte(uint value)
    {
        for (var bit = 0; bit < 8; bit++)
        {
            value = (value & 1) == 0 ? value >> 1 : (value >> 1) ^ Polynomial;
        }

        return value;
    }
}
