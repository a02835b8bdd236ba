using System.Text;
using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Lab.Http.Journeys;

/// <summary>Converts a JSON path to a single place, such as <c>$.items[0]['a b']</c>, to a JSON pointer.</summary>
internal static partial class JsonPath
{
    /// <param name="path">A path, or a pointer (<c>/items/0</c>), which is returned unchanged.</param>
    /// <exception cref="FormatException">The text is neither, or a path to several places.</exception>
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
