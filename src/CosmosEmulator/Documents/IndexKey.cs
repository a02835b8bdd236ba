using System.Text.Unicode;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Values as bytes that compare as the values do in ORDER BY: undefined, null, false, true, numbers, strings by code point. No key
/// is the beginning of another.
/// </summary>
internal static class IndexKey
{
    /// <summary>A number is a tag, the bits of its double in 8 bytes, and the rest in 2.</summary>
    private const int NumberBytes = 11;
    private const byte NumberTag = 0x05;
    private const byte StringTag = 0x08;

    // Ends a string, and is escaped in it: a longer string sorts after the end of a shorter one.
    private const byte Terminator = 0;
    private const byte Escaped = 0xFF;

    /// <summary>The most bytes that the key of the value has.</summary>
    public static int MaxBytes(ScalarValue value) => value.Text is { } text ? (6 * text.Length) + 3 : NumberBytes;

    /// <summary>The first byte of the keys of a kind, numbers or strings.</summary>
    public static byte TagOf(ScalarKind kind) => kind == ScalarKind.Number ? NumberTag : StringTag;

    /// <returns>The number of bytes that were written.</returns>
    public static int Write(ScalarValue value, Span<byte> bytes)
    {
        switch (value.Kind)
        {
            case ScalarKind.Number:
                bytes[0] = NumberTag;
                value.Number.WriteOrdered(bytes[1..]);
                return NumberBytes;
            case ScalarKind.String:
                bytes[0] = StringTag;
                return 1 + WriteText(value.Text!, bytes[1..]);
            default:
                bytes[0] = (byte)value.Kind;
                return 1;
        }
    }

    private static int WriteText(string text, Span<byte> bytes)
    {
        _ = Utf8.FromUtf16(text, bytes, out _, out var length);
        for (var index = 0; index < length; index++)
        {
            if (bytes[index] == Terminator)
            {
                bytes[(index + 1)..length].CopyTo(bytes[(index + 2)..]);
                bytes[++index] = Escaped;
                length++;
            }
        }

        bytes[length] = Terminator;
        bytes[length + 1] = Terminator;
        return length + 2;
    }
}
