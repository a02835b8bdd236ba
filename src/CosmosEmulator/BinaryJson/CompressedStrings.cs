using System.Buffers.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>
/// Reads strings whose characters have less than eight bits each, and GUIDs and base64, which are stored as the bytes they name.
/// </summary>
internal sealed class CompressedStrings(ByteReader reader)
{
    private const int GuidBytes = 16;
    private const int LongestGuidText = 38;
    private const int LastAscii = 0x7F;

    private byte[] _decoded = [];

    private static ReadOnlySpan<byte> LowerCaseDigits => "0123456789abcdef"u8;

    private static ReadOnlySpan<byte> UpperCaseDigits => "0123456789ABCDEF"u8;

    private static ReadOnlySpan<byte> DateCharacters => " 0123456789:-.TZ"u8;

    /// <summary>The string whose marker was just read; it is good until the next string is read.</summary>
    public ReadOnlySpan<byte> Read(byte marker) => marker switch
    {
        TypeMarkers.Base64Length1 => ReadBase64(width: 1, isUrl: false),
        TypeMarkers.Base64Length2 => ReadBase64(width: 2, isUrl: false),
        TypeMarkers.Base64UrlLength1 => ReadBase64(width: 1, isUrl: true),
        TypeMarkers.Base64UrlLength2 => ReadBase64(width: 2, isUrl: true),
        TypeMarkers.LowerCaseGuid => ReadGuid(LowerCaseDigits, quotes: ""u8),
        TypeMarkers.UpperCaseGuid => ReadGuid(UpperCaseDigits, quotes: ""u8),
        TypeMarkers.QuotedGuid => ReadGuid(LowerCaseDigits, quotes: "\""u8),
        TypeMarkers.LowerCaseHex => ReadCharacters(LowerCaseDigits),
        TypeMarkers.UpperCaseHex => ReadCharacters(UpperCaseDigits),
        TypeMarkers.DateAndTime => ReadCharacters(DateCharacters),
        TypeMarkers.Packed4Bits => ReadRange(width: 1, bits: 4),
        TypeMarkers.Packed5Bits => ReadRange(width: 1, bits: 5),
        TypeMarkers.Packed6Bits => ReadRange(width: 1, bits: 6),
        TypeMarkers.Packed7BitsLength1 => ReadRange(width: 1, bits: 7),
        _ => ReadRange(width: 2, bits: 7),
    };

    /// <summary>
    /// The number of groups of four characters, the number of '=' at the end, and the bytes. Where the text does without the '=',
    /// their number is inverted.
    /// </summary>
    private ReadOnlySpan<byte> ReadBase64(int width, bool isUrl)
    {
        var groups = (int)reader.ReadUnsigned(width);
        var padding = reader.ReadByte();
        var isLeftOut = padding > 2;
        int missing = isLeftOut ? (byte)~padding : padding;
        if (missing > 2 || (missing > 0 && groups == 0))
        {
            reader.Fail($"the base64 string before byte {reader.Position} has the padding {padding:x2} and {groups} groups");
        }

        var bytes = reader.Take(Math.Max(0, (3 * groups) - missing)).Span;
        if (reader.Fault is not null)
        {
            return default;
        }

        var text = Reserve(4 * groups);
        _ = Base64.EncodeToUtf8(bytes, text, out _, out _);
        if (isUrl)
        {
            text.Replace((byte)'+', (byte)'-');
            text.Replace((byte)'/', (byte)'_');
        }

        return isLeftOut ? text[..^missing] : text;
    }

    /// <summary>Of each byte the lower half is the first digit.</summary>
    private ReadOnlySpan<byte> ReadGuid(ReadOnlySpan<byte> digits, ReadOnlySpan<byte> quotes)
    {
        var bytes = reader.Take(GuidBytes).Span;
        var text = Reserve(LongestGuidText);
        quotes.CopyTo(text);
        var length = quotes.Length;
        for (var index = 0; index < bytes.Length; index++)
        {
            if (index is 4 or 6 or 8 or 10)
            {
                text[length++] = (byte)'-';
            }

            text[length++] = digits[bytes[index] & 0x0F];
            text[length++] = digits[bytes[index] >> 4];
        }

        quotes.CopyTo(text[length..]);
        return text[..(length + quotes.Length)];
    }

    /// <summary>Each character is one of 16.</summary>
    private ReadOnlySpan<byte> ReadCharacters(ReadOnlySpan<byte> characters)
    {
        var text = Unpack(reader.ReadByte(), bits: 4);
        foreach (ref var character in text)
        {
            character = characters[character];
        }

        return text;
    }

    /// <summary>The characters are counted from one that is named; those of seven bits are all of ASCII.</summary>
    private ReadOnlySpan<byte> ReadRange(int width, int bits)
    {
        var length = (int)reader.ReadUnsigned(width);
        var first = bits < 7 ? reader.ReadByte() : (byte)0;
        var text = Unpack(length, bits);
        foreach (ref var character in text)
        {
            var code = first + character;
            if (code > LastAscii)
            {
                reader.Fail($"the packed string that ends at byte {reader.Position} has a character that is not ASCII");
                return default;
            }

            character = (byte)code;
        }

        return text;
    }

    /// <summary>The next numbers of so many bits, the lowest bits first. What is left of the last byte may be anything.</summary>
    private Span<byte> Unpack(int length, int bits)
    {
        var packed = reader.Take(((length * bits) + 7) / 8).Span;
        if (reader.Fault is not null)
        {
            return default;
        }

        var numbers = Reserve(length);
        var (window, available, next) = (0, 0, 0);
        for (var index = 0; index < length; index++)
        {
            if (available < bits)
            {
                window |= packed[next++] << available;
                available += 8;
            }

            numbers[index] = (byte)(window & ((1 << bits) - 1));
            window >>= bits;
            available -= bits;
        }

        return numbers;
    }

    /// <summary>Called after the bytes of the string were found in the body, which limits the length.</summary>
    private Span<byte> Reserve(int length)
    {
        if (_decoded.Length < length)
        {
            _decoded = new byte[length];
        }

        return _decoded.AsSpan(0, length);
    }
}
