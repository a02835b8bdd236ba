namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>The known word that a mistyped one is probably meant to be.</summary>
internal static class Suggestion
{
    private const int CharactersForAnEdit = 3;

    /// <returns>A sentence with a space before it; empty if no known word is similar.</returns>
    public static string For(string word, IEnumerable<string> known)
    {
        var text = Plain(word);
        var nearest = known
            .Select(each => (Word: each, Edits: Edits(text, Plain(each))))
            .Where(each => each.Edits <= Math.Max(1, text.Length / CharactersForAnEdit))
            .OrderBy(each => each.Edits).FirstOrDefault().Word;
        return nearest is null ? "" : $" Did you mean {nearest}?";
    }

    private static string Plain(string word) => word.TrimStart('-').ToLowerInvariant();

    /// <summary>Characters to insert, delete or replace, and neighbours to swap, that turn one word into the other.</summary>
    public static int Edits(string from, string to)
    {
        var edits = new int[from.Length + 1, to.Length + 1];
        for (var i = 0; i <= from.Length; i++)
        {
            for (var j = 0; j <= to.Length; j++)
            {
                edits[i, j] = i == 0 || j == 0 ? i + j : Math.Min(
                    Math.Min(edits[i - 1, j], edits[i, j - 1]) + 1,
                    edits[i - 1, j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1));
                if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                {
                    edits[i, j] = Math.Min(edits[i, j], edits[i - 2, j - 2] + 1);
                }
            }
        }

        return edits[from.Length, to.Length];
    }
}
