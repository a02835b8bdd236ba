using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.PartitionKeys;

/// <summary>
/// A partition key hashed (version 2) to its place among the ranges: 126 bits, written as 32 hexadecimal digits. A hierarchical
/// key has a hash for each level, one after another. The first levels alone are a key too, before all keys that begin with it.
/// </summary>
/// <param name="Value">The hash of the first level.</param>
/// <param name="Suffix">The hashes of the other levels; null for a key of one level, which then needs no object.</param>
internal readonly record struct EffectivePartitionKey(UInt128 Value, EpkSuffix? Suffix = null)
    : IComparable<EffectivePartitionKey>
{
    /// <summary>The most levels of a hierarchical key.</summary>
    public const int MaxLevels = 3;

    /// <summary>The bytes of a level.</summary>
    public const int LevelBytes = 16;

    public const int MaxBytes = MaxLevels * LevelBytes;

    private const int LevelDigits = 2 * LevelBytes;
    private const string EndText = "FF";

    /// <summary>No key reaches it: it stands for the open end, written FF.</summary>
    public static EffectivePartitionKey End { get; } = new(UInt128.One << 126);

    public static EffectivePartitionKey Start { get; }

    /// <summary>The key after this one and all that begin with it: together they enclose just these.</summary>
    public EffectivePartitionKey Next => Suffix is null ? new(Value + 1) : new(Value, new EpkSuffix(Suffix.Key.Next));

    public static EffectivePartitionKey From(CosmosValue key)
    {
        var text = key.Text;
        Span<byte> bytes = text.Length <= 128 ? stackalloc byte[402] : new byte[(text.Length * 3) + 18];
        return Hash(bytes[..Encode(key, text, bytes)]);
    }

    /// <param name="levels">The values of a hierarchical key, or of its first levels; at least one.</param>
    public static EffectivePartitionKey From(IReadOnlyList<CosmosValue> levels)
    {
        var key = From(levels[^1]);
        for (var level = levels.Count - 2; level >= 0; level--)
        {
            key = From(levels[level]) with { Suffix = new EpkSuffix(key) };
        }

        return key;
    }

    /// <summary>
    /// Reads what a header or a token holds: nothing for the start, FF for the end, or hexadecimal digits. FF after the digits of
    /// some levels is the end of all keys that begin with them.
    /// </summary>
    public static bool TryParse(string text, out EffectivePartitionKey key)
    {
        key = text == EndText ? End : Start;
        if (text.Length is 0 or 2)
        {
            return text is "" or EndText;
        }

        var digits = text.Length < LevelDigits ? text.PadRight(LevelDigits, '0') : text[..LevelDigits];
        if (text.Length > (MaxLevels * LevelDigits) + EndText.Length
            || !UInt128.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
        {
            return false;
        }

        key = new EffectivePartitionKey(value);
        if (text.Length <= LevelDigits)
        {
            return true;
        }

        var isRead = TryParse(text[LevelDigits..], out var rest);
        key = key with { Suffix = new EpkSuffix(rest) };
        return isRead;
    }

    /// <summary>Reads what <see cref="WriteTo"/> writes.</summary>
    public static EffectivePartitionKey Read(ReadOnlySpan<byte> bytes)
    {
        var key = new EffectivePartitionKey(BinaryPrimitives.ReadUInt128BigEndian(bytes));
        return bytes.Length == LevelBytes ? key : key with { Suffix = new EpkSuffix(Read(bytes[LevelBytes..])) };
    }

    /// <summary>Writes <see cref="LevelBytes"/> for each level, and returns their number.</summary>
    public int WriteTo(Span<byte> bytes)
    {
        BinaryPrimitives.WriteUInt128BigEndian(bytes, Value);
        return LevelBytes + (Suffix?.Key.WriteTo(bytes[LevelBytes..]) ?? 0);
    }

    public int CompareTo(EffectivePartitionKey other)
    {
        var order = Value.CompareTo(other.Value);
        return order != 0 || ReferenceEquals(Suffix, other.Suffix) ? order
            : Suffix is null ? -1
            : other.Suffix is null ? 1
            : Suffix.Key.CompareTo(other.Suffix.Key);
    }

    /// <summary>As <see cref="ToHex"/>: the members of a record would include <see cref="Next"/>, and its, without end.</summary>
    public override string ToString() => ToHex();

    /// <summary>As in a plan's ranges and in partition key ranges.</summary>
    public string ToHex() =>
        this == Start ? ""
        : this == End ? EndText
        : Value.ToString("X32", CultureInfo.InvariantCulture) + Suffix?.Key.ToHex();

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

/// <summary>The levels of a hierarchical key below another level.</summary>
internal sealed record EpkSuffix(EffectivePartitionKey Key);
