namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Text with places such as <c>{id}</c>, each of which is filled with the value of its name.</summary>
internal sealed partial class TextTemplate(string text)
{
    private readonly IReadOnlyList<Match> _places = Place().Matches(text).ToList();

    public IEnumerable<string> Names => _places.Select(NameOf);

    /// <param name="value">The value of a name; null leaves its place unchanged.</param>
    /// <param name="encode">Encodes a value for this text.</param>
    public string Fill(Func<string, string?> value, Func<string, string> encode)
    {
        if (_places.Count == 0)
        {
            return text;
        }

        var (filled, from) = (new StringBuilder(text.Length), 0);
        foreach (var place in _places)
        {
            filled.Append(text, from, place.Index - from).Append(value(NameOf(place)) is { } known ? encode(known) : place.Value);
            from = place.Index + place.Length;
        }

        return filled.Append(text, from, text.Length - from).ToString();
    }

    private static string NameOf(Match place) => place.Groups[1].Value;

    [GeneratedRegex(@"\{([\w.-]+)\}", RegexOptions.CultureInvariant)]
    private static partial Regex Place();
}
