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

        return Path().Match(path) is { Success: true } match
            ? string.Concat(match.Groups["step"].Captures.Select(step => $"/{Escape(step.Value)}"))
            : throw new FormatException($"'{path}' is no place in JSON such as $.items[0].id or /items/0/id.");
    }

    private static string Escape(string step) =>
        step.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal);

    [GeneratedRegex(@"^\$(\.(?<step>[\w-]+)|\[(?<step>\d+)\]|\['(?<step>[^']*)'\])*\z", RegexOptions.CultureInvariant)]
    private static partial Regex Path();
}
