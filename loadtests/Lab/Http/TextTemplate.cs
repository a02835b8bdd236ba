using System.Text;
using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Text with places such as <c>{id}</c>, each to be filled with the value of that name.</summary>
internal sealed partial class TextTemplate(string text)
{
    private readonly IReadOnlyList<Match> _places = Place().Matches(text).ToList();

    public IEnumerable<string> Names => _places.Select(NameOf);

    /// <param name="value">Null for a name that has none: its place stays as it is.</param>
    /// <param name="encode">What a value becomes here.</param>
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
