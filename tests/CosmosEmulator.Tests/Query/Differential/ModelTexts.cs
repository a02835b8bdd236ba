namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>Strings as code points.</summary>
internal static class ModelTexts
{
    // In LIKE.
    private const int AnyText = '%';
    private const int AnyCharacter = '_';

    public static int[] ToCodePoints(string text) => [.. text.EnumerateRunes().Select(rune => rune.Value)];

    public static string FromCodePoints(IEnumerable<int> codePoints) => string.Concat(codePoints.Select(char.ConvertFromUtf32));

    /// <summary>Empty for a negative start, and for a count that is not above 0.</summary>
    public static string Cut(string text, int start, int count) =>
        start < 0 ? "" : FromCodePoints(ToCodePoints(text).Skip(start).Take(count));

    /// <summary>The place of a part; -1 if there is none.</summary>
    public static int FindIndex(string text, string part, int start)
    {
        var (whole, wanted) = (ToCodePoints(text), ToCodePoints(part));
        for (var place = Math.Min(start, whole.Length); place + wanted.Length <= whole.Length; place++)
        {
            if (whole.AsSpan(place, wanted.Length).SequenceEqual(wanted))
            {
                return place;
            }
        }

        return -1;
    }

    /// <summary>LIKE with % and _ only.</summary>
    public static bool Matches(ReadOnlySpan<int> text, ReadOnlySpan<int> pattern)
    {
        if (pattern.IsEmpty)
        {
            return text.IsEmpty;
        }

        if (pattern[0] == AnyText)
        {
            // Several of them are like one, and take much longer.
            var rest = pattern.TrimStart(AnyText);
            return Matches(text, rest) || (!text.IsEmpty && Matches(text[1..], pattern));
        }

        return !text.IsEmpty && (pattern[0] == AnyCharacter || pattern[0] == text[0]) && Matches(text[1..], pattern[1..]);
    }
}
