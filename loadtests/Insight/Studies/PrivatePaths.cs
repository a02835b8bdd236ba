using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>Shortens paths in texts that are shared: the folders of this machine and its user are private.</summary>
public static class PrivatePaths
{
    private static readonly string Home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);

    /// <summary>
    /// The text with paths in <paramref name="folder"/> and in the folders above it relative to these, and of other paths in the
    /// home folder only the name of the file. A folder at the root is not private: its name may be the start of a route.
    /// </summary>
    /// <param name="folder">The full path of the folder of the page or file with the text; null for none.</param>
    public static string Shorten(string text, string? folder = null)
    {
        foreach (var parent in Parents(folder))
        {
            text = Replace(text, parent, rest => rest.Length > 0 ? rest : Path.GetFileName(parent));
        }

        return Home.Length < 2 ? text : Replace(text, Home, rest => rest.Split('/', '\\')[^1]);
    }

    /// <summary>A word of a command line: a path relative to the current folder, or the name of a file elsewhere.</summary>
    public static string ShortenWord(string word)
    {
        if (!Path.IsPathFullyQualified(word)
            || Path.GetDirectoryName(word) is not { Length: > 1 } parent || !Directory.Exists(parent))
        {
            return word;
        }

        var relative = Path.GetRelativePath(Environment.CurrentDirectory, word);
        return relative.StartsWith("..", StringComparison.Ordinal) ? Path.GetFileName(word) : relative;
    }

    /// <summary>The folder and those above it, except at the root.</summary>
    private static IEnumerable<string> Parents(string? folder)
    {
        for (var path = folder; path?.Split(Path.DirectorySeparatorChar).Length > 2; path = Path.GetDirectoryName(path))
        {
            yield return path;
        }
    }

    private static string Replace(string text, string folder, Func<string, string> shorten) =>
        text.Contains(folder, StringComparison.Ordinal)
            ? Regex.Replace(
                text, $"""(?<![\w.~-])(?:{Regex.Escape(folder)})(?![\w-])(?:[/\\]+([^\s"'<>|:;,)]*))?""",
                match => shorten(match.Groups[1].Value))
            : text;
}
