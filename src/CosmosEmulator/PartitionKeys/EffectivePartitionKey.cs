using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.PartitionKeys;

/// <summary>
/// A partition key value hashed (version 2) to its place among the ranges: 126 bits, written as 32 hexadecimal digits.
/// </summary>
internal readonly record struct EffectivePartitionKey(UInt128 Value) : IComparable<EffectivePartitionKey>
{
    /// <summary>No key reaches it: it stands for the open end, written FF.</summary>
    public static EffectivePartitionKey End { get; } = new(UInt128.One << 126);

    public static EffectivePartitionKey Start { get; }

    /// <summary>The key after this one: together they enclose just this key.</summary>
    public EffectivePartitionKey Next => new(Value + 1);

    public static EffectivePartitionKey From(CosmosValue key)
    {
        var text = key.Text;
        Span<byte> bytes = text.Length <= 128 ? stackalloc byte[402] : new byte[(text.Length * 3) + 18];
        return Hash(bytes[..Encode(key, text, bytes)]);
    }

    /// <summary>Reads what a header or a token holds: nothing for the start, FF for the end, or hexadecimal digits.</summary>
    public static bool TryParse(string text, out EffectivePartitionKey key)
    {
        key = text == "FF" ? End : Start;
        if (text.Length is 0 or 2)
        {
            return text is "" or "FF";
        }

        var digits = text.PadRight(32, '0');
        var isHex = UInt128.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value);
        key = new EffectivePartitionKey(value);
        return isHex && digits.Length == 32;
    }

    public int CompareTo(EffectivePartitionKey other) => Value.CompareTo(other.Value);

    /// <summary>As <see cref="ToHex"/>: the members of a record would include <see cref="Next"/>, and its, without end.</summary>
    public override string ToString() => ToHex();

    /// <summary>As in a plan's ranges and in partition key ranges.</summary>
    public string ToHex() =>
        this == Start ? "" : this == End ? "FF" : Value.ToString("X32", CultureInfo.InvariantCulture);

    // The kind of the value; numbers and strings carry their bytes, strings a closing FF.
    private static int Encode(CosmosValue key, string text, Span<byte> bytes)
    {
        bytes[0] = (byte)key.Kind;
        switch (key.Kind)
        {
            case CosmosValueKind.Number:
                BinaryPrimitives.WriteDoubleLittleEndian(bytes[1..], key.Number);
                return 9;
            case CosmosValueKind.String:
                var length = Encoding.UTF8.GetBytes(text, bytes[1..]);
                bytes[length + 1] = 0xFF;
                return length + 2;
            default:
                return 1;
        }
    }

    // The sixteen bytes are turned round and the first two bits cleared, which as a number is this.
    private static EffectivePartitionKey Hash(ReadOnlySpan<byte> bytes)
    {
        var (low, high) = MurmurHash3.Hash128(bytes);
        return new EffectivePartitionKey(new UInt128(high & 0x3FFF_FFFF_FFFF_FFFF, low));
    }
}
