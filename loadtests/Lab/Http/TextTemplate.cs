namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Text with places such as <c>{id}</c>, each of which is filled with the value of its name.</summary>
internal sealed partial class TextTemplate(string text)
{
    private readonly IReadOnlyList<(Match Match, bool IsQuoted)> _places = PlacesIn(text);

    public IEnumerable<string> Names => _places.Select(place => NameOf(place.Match));

    /// <param name="value">The value of a name; null leaves its place unchanged.</param>
    /// <param name="encode">Encodes a value for this text.</param>
    public string Fill(Func<string, string?> value, Func<string, string> encode) => Fill(value, (known, _) => encode(known));

    /// <param name="encode">Encodes a value, of which it also learns whether its place is in double quotes.</param>
    public string Fill(Func<string, string?> value, Func<string, bool, string> encode)
    {
        if (_places.Count == 0)
        {
            return text;
        }

        var (filled, from) = (new StringBuilder(text.Length), 0);
        foreach (var (place, isQuoted) in _places)
        {
            filled.Append(text, from, place.Index - from)
                .Append(value(NameOf(place)) is { } known ? encode(known, isQuoted) : place.Value);
            from = place.Index + place.Length;
        }

        return filled.Append(text, from, text.Length - from).ToString();
    }

    private static List<(Match Match, bool IsQuoted)> PlacesIn(string template)
    {
        var (places, at, isQuoted) = (new List<(Match, bool)>(), 0, false);
        foreach (Match match in Place().Matches(template))
        {
            for (; at < match.Index; at++)
            {
                isQuoted ^= template[at] == '"';
                // A quote after a backslash does not count.
                at += template[at] == '\\' ? 1 : 0;
            }

            places.Add((match, isQuoted));
        }

        return places;
    }

    private static string NameOf(Match place) => place.Groups[1].Value;

    [GeneratedRegex(@"\{([\w.-]+)\}", RegexOptions.CultureInvariant)]
    private static partial Regex Place();
}
