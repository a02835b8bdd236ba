using System.Globalization;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Decodes a string in single or double quotes, with JSON's escapes.</summary>
internal static class StringLiteral
{
    /// <summary>Reads the literal that starts at the position and leaves the position after its closing quote.</summary>
    public static string Read(string text, ref int position)
    {
        var start = position;
        var quote = text[position++];
        var value = new StringBuilder();
        while (position < text.Length)
        {
            var letter = text[position++];
            if (letter == quote)
            {
                return value.ToString();
            }

            value.Append(letter == '\\' ? ReadEscape(text, start, ref position) : letter);
        }

        throw Invalid(text, start, text.Length);
    }

    private static char ReadEscape(string text, int start, ref int position)
    {
        var letter = position < text.Length ? text[position++] : '\0';
        return letter switch
        {
            '\'' or '"' or '\\' or '/' => letter,
            'b' => '\b',
            'f' => '\f',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => ReadUnicode(text, start, ref position),
            _ => throw Invalid(text, start, position),
        };
    }

    private static char ReadUnicode(string text, int start, ref int position)
    {
        var end = Math.Min(position + 4, text.Length);
        var digits = text.AsSpan(position, end - position);
        position = end;
        return digits.Length == 4
            && ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code)
            ? (char)code
            : throw Invalid(text, start, end);
    }

    private static SqlSyntaxException Invalid(string text, int start, int end) =>
        new($"Syntax error, invalid string literal token '{text[start..end]}'.", new SqlLocation(start, end), SqlErrorCodes.InvalidString);
}
