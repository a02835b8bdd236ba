using System.Text;
using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Lab.Http.Journeys;

/// <summary>A single place in a JSON document as most tools write it, <c>$.items[0]['a b']</c>, as a JSON pointer.</summary>
internal static partial class JsonPath
{
    /// <param name="path">A pointer (<c>/items/0</c>) is taken as it is.</param>
    /// <exception cref="FormatException">It is neither, or names several places.</exception>
    public static string ToPointer(string path)
    {
        if (path.Length == 0 || path[0] == '/')
        {
            return path;
        }

        var (pointer, at) = (new StringBuilder(), 1);
        for (var step = Step().Match(path, 1); path[0] == '$' && step.Success && step.Index == at; step = step.NextMatch())
        {
            var name = step.Groups.Values.Skip(1).First(group => group.Success).Value;
            pointer.Append('/').Append(
                name.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal));
            at += step.Length;
        }

        return path[0] == '$' && at == path.Length
            ? pointer.ToString()
            : throw new FormatException($"'{path}' is no place in JSON such as $.items[0].id or /items/0/id.");
    }

    [GeneratedRegex(@"\.([\w-]+)|\[(\d+)\]|\['([^']*)'\]", RegexOptions.CultureInvariant)]
    private static partial Regex Step();
}
