using System.Text.Unicode;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Values as bytes that compare as the values do in ORDER BY: undefined, null, false, true, numbers, strings by code point, arrays,
/// objects. Two arrays, or two objects, have the same key. No key is the beginning of another.
/// </summary>
internal static class IndexKey
{
    /// <summary>A number is a tag, the bits of its double in 8 bytes, and the rest in 2.</summary>
    private const int NumberBytes = 11;

    // Ends a string, and is escaped in it: a longer string sorts after the end of a shorter one.
    private const byte Terminator = 0;
    private const byte Escaped = 0xFF;

    /// <summary>The most bytes that the key of the value has.</summary>
    public static int MaxBytes(CosmosValue value) =>
        value.Kind == CosmosValueKind.String ? (6 * value.Text.Length) + 3 : NumberBytes;

    /// <param name="bytes">At least <see cref="MaxBytes"/> long. The kind is the first.</param>
    /// <returns>The number of bytes that were written.</returns>
    public static int Write(CosmosValue value, Span<byte> bytes)
    {
        bytes[0] = (byte)value.Kind;
        switch (value.Kind)
        {
            case CosmosValueKind.Number:
                value.ExactNumber.WriteOrdered(bytes[1..]);
                return NumberBytes;
            case CosmosValueKind.String:
                return 1 + WriteText(value.Text, bytes[1..]);
            default:
                return 1;
        }
    }

    /// <summary>The length of the key with which the bytes begin.</summary>
    public static int LengthAt(ReadOnlySpan<byte> bytes) => (CosmosValueKind)bytes[0] switch
    {
        CosmosValueKind.Number => NumberBytes,
        CosmosValueKind.String => bytes.IndexOf([Terminator, Terminator]) + 2,
        _ => 1,
    };

    private static int WriteText(string text, Span<byte> bytes)
    {
        _ = Utf8.FromUtf16(text, bytes, out _, out var length);
        var end = length + bytes[..length].Count(Terminator);

        // From the end, where there is room: each byte moves once.
        for (int from = length - 1, to = end - 1; from < to; from--, to--)
        {
            if (bytes[from] == Terminator)
            {
                bytes[to--] = Escaped;
            }

            bytes[to] = bytes[from];
        }

        bytes[end] = Terminator;
        bytes[end + 1] = Terminator;
        return end + 2;
    }
}
