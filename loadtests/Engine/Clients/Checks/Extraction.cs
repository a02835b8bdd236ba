using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>Extracts a value from a response, to be sent with a later request.</summary>
/// <param name="From">Null when the response does not contain the value.</param>
public sealed record Extraction(Func<HttpAnswer, string?> From)
{
    private static readonly TimeSpan LongestMatch = TimeSpan.FromSeconds(1);

    /// <param name="pattern">Matched against the body. The value is the first group, or the whole match without groups.</param>
    /// <exception cref="ArgumentException">The pattern is not a valid regular expression; the message contains why.</exception>
    public static Extraction ByRegex(string pattern)
    {
        var regex = new Regex(pattern, RegexOptions.CultureInvariant, LongestMatch);
        var group = regex.GetGroupNumbers().Length > 1 ? 1 : 0;
        return new Extraction(answer => regex.Match(answer.Text).Groups[group] is { Success: true } found ? found.Value : null);
    }

    /// <param name="pointer">See <see cref="JsonPointer"/>.</param>
    public static Extraction ByJsonPointer(string pointer)
    {
        var place = JsonPointer.Parse(pointer);
        return new Extraction(answer => place.TextIn(answer.Body));
    }

    public static Extraction ByHeader(string name) => new(answer => answer.Header(name));
}
