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
        var isAll = hasWildcard && path.Length > 0 && property.Length == 0;
        var position = PropertyPath.FindUnquoted(property, "*?")
            ?? (hasWildcard && !HasWildcard(path) ? path.Length
                : !isAll && PropertyPath.TryParse(property) is null ? 1
                : null);
        return position is null ? null
            : $"The indexing path '{path.Replace("/", "\\/", StringComparison.Ordinal)}' could not be accepted, failed near position "
                + $"'{position}'. Please ensure that the path is a valid path. Common errors include invalid characters or absence "
                + "of quotes around labels.";
    }
}
