using System.Globalization;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>
/// Decodes a string in single or double quotes, with JSON's escapes; any other letter after a backslash stands for itself.
/// </summary>
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
            'b' => '\b',
            'f' => '\f',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => ReadUnicode(text, start, ref position),
            '\0' => throw Invalid(text, start, position),
            _ => letter,
        };
    }

    private static char ReadUnicode(string text, int start, ref int position)
    {
        for (var end = position; end < position + 4; end++)
        {
            if (end >= text.Length || !char.IsAsciiHexDigit(text[end]))
            {
                throw Invalid(text, start, Math.Min(end + 1, text.Length));
            }
        }

        position += 4;
        return (char)ushort.Parse(text.AsSpan(position - 4, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
    }

    private static SqlSyntaxException Invalid(string text, int start, int end) => new(
        $"Syntax error, invalid string literal token '{text[start..end]}'.",
        new SqlLocation(start, end),
        SqlErrorCodes.InvalidString);
}
