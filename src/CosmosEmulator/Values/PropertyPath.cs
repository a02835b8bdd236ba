using System.Collections.Immutable;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>Property names from the document's root down; written as in a partition key definition: /address/city.</summary>
internal sealed class PropertyPath(ImmutableArray<string> names) : IEquatable<PropertyPath>
{
    public ImmutableArray<string> Names => names;

    /// <summary>Reads /a/b. A name in double quotes may contain a slash, and \" for a quote.</summary>
    /// <exception cref="FormatException">The text is no such path.</exception>
    public static PropertyPath Parse(string text) =>
        TryParse(text) ?? throw new FormatException($"'{text}' is not a path such as /ownerId.");

    /// <summary>Null for a text that is no path.</summary>
    public static PropertyPath? TryParse(string text)
    {
        var names = ImmutableArray.CreateBuilder<string>();
        for (var rest = text.AsSpan(); !rest.IsEmpty;)
        {
            if (rest[0] != '/' || ReadName(rest[1..], out var length) is not { Length: > 0 } name)
            {
                return null;
            }

            names.Add(name);
            rest = rest[(1 + length)..];
        }

        return names.Count == 0 ? null : new PropertyPath(names.ToImmutable());
    }

    /// <summary>
    /// The place of the first of some characters in a name without quotes; null for none, and in what is no path.
    /// </summary>
    public static int? FindUnquoted(string text, ReadOnlySpan<char> characters)
    {
        for (var place = 0; place < text.Length;)
        {
            if (text[place] != '/' || ReadName(text.AsSpan(++place), out var length) is null)
            {
                return null;
            }

            var name = text.AsSpan(place, length);
            if (!name.StartsWith('"') && name.IndexOfAny(characters) is >= 0 and var found)
            {
                return place + found;
            }

            place += length;
        }

        return null;
    }

    /// <summary>The name at the start of the text, and how many characters of it; null for a quoted name without an end.</summary>
    private static string? ReadName(ReadOnlySpan<char> text, out int length)
    {
        if (text.IsEmpty || text[0] != '"')
        {
            length = text.IndexOf('/') is >= 0 and var slash ? slash : text.Length;
            return text[..length].ToString();
        }

        var name = new StringBuilder();
        for (length = 1; length < text.Length && text[length] != '"'; length++)
        {
            length += text[length] == '\\' && length + 1 < text.Length ? 1 : 0;
            name.Append(text[length]);
        }

        return length++ < text.Length ? name.ToString() : null;
    }

    public bool Equals(PropertyPath? other) => other is not null && names.SequenceEqual(other.Names);

    public override bool Equals(object? obj) => Equals(obj as PropertyPath);

    public override int GetHashCode() => names.Aggregate(0, HashCode.Combine);

    /// <summary>As <see cref="Parse"/> reads it.</summary>
    public override string ToString() => string.Concat(names.Select(name => name.AsSpan().ContainsAny('/', '"')
        ? $"/\"{name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\""
        : $"/{name}"));
}
