namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Text with places such as <c>{id}</c>, each of which is filled with the value of its name.</summary>
internal sealed partial class TextTemplate(string text)
{
    public IReadOnlyList<string> Names { get; } = [.. Place().Matches(text).Select(NameOf)];

    /// <param name="value">The value of a name; null leaves its place unchanged.</param>
    /// <param name="encode">Encodes a value for this text.</param>
    public string Fill(Func<string, string?> value, Func<string, string> encode) => Names.Count == 0
        ? text
        : Place().Replace(text, place => value(NameOf(place)) is { } known ? encode(known) : place.Value);

    private static string NameOf(Match place) => place.Groups[1].Value;

    [GeneratedRegex(@"\{([\w.-]+)\}", RegexOptions.CultureInvariant)]
    private static partial Regex Place();
}
