using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>Paths of an indexing policy: the path of a property, with a wildcard at its end or none.</summary>
internal static class IndexPathSyntax
{
    private const int WildcardLength = 2;

    /// <summary>/a/? is the property itself, /a/* also what is below it.</summary>
    public static bool HasWildcard(string path) =>
        path.EndsWith("/?", StringComparison.Ordinal) || path.EndsWith("/*", StringComparison.Ordinal);

    public static string WithoutWildcard(string path) => HasWildcard(path) ? path[..^WildcardLength] : path;

    /// <summary>Why a path is refused, as the service says it; null if it is not.</summary>
    /// <param name="hasWildcard">Whether it has to end with a wildcard; one that does not have to must not.</param>
    public static string? FindFault(string path, bool hasWildcard)
    {
        var property = hasWildcard ? WithoutWildcard(path) : path;
        var position = FindWildcard(property) is >= 0 and var found ? found
            : hasWildcard && !HasWildcard(path) ? path.Length
            : property.Length > 0 && PropertyPath.TryParse(property) is null ? 1
            : 0;
        return position == 0 ? null
            : $"The indexing path '{path.Replace("/", "\\/", StringComparison.Ordinal)}' could not be accepted, failed near position "
                + $"'{position}'. Please ensure that the path is a valid path. Common errors include invalid characters or absence of "
                + "quotes around labels.";
    }

    /// <summary>The position of * or ? outside of quotes; -1 for none.</summary>
    private static int FindWildcard(string property)
    {
        var isQuoted = false;
        for (var position = 0; position < property.Length; position++)
        {
            if (property[position] == '"' && (position == 0 || property[position - 1] != '\\'))
            {
                isQuoted = !isQuoted;
            }
            else if (!isQuoted && property[position] is '*' or '?')
            {
                return position;
            }
        }

        return -1;
    }
}
