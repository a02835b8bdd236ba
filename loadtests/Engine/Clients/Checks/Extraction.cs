using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>Takes a value out of an answer, to be sent with a later request.</summary>
public sealed class Extraction
{
    private static readonly TimeSpan LongestMatch = TimeSpan.FromSeconds(1);

    private readonly Func<HttpAnswer, string?> _take;

    private Extraction(Func<HttpAnswer, string?> take) => _take = take;

    /// <param name="pattern">Its first group, or the whole match when it has none, in the body.</param>
    /// <exception cref="ArgumentException">It is no regular expression; the message says why.</exception>
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

    /// <summary>Null when the answer does not have it.</summary>
    public string? From(HttpAnswer answer) => _take(answer);
}
