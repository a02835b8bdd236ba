using System.Collections.Frozen;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Words that cannot name an alias or follow a dot; a property of such a name is reached by c["value"].</summary>
internal static class ReservedWords
{
    private static readonly FrozenSet<string> Keywords = FrozenSet.ToFrozenSet(
        [
            "AND", "ARRAY", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "CONVERT", "CROSS", "DESC", "DISTINCT", "ELSE", "END",
            "ESCAPE", "EXISTS", "FOR", "FROM", "GROUP", "HAVING", "IN", "INNER", "INSERT", "INTO", "IS", "JOIN", "LEFT", "LIKE",
            "LIMIT", "NOT", "OFFSET", "ON", "OR", "ORDER", "OUTER", "OVER", "RIGHT", "SELECT", "SET", "THEN", "TOP", "UPDATE",
            "VALUE", "WHEN", "WHERE", "WITH",
        ],
        StringComparer.OrdinalIgnoreCase);

    // Unlike the keywords, these are written in one way only: TRUE is a name like any other.
    private static readonly FrozenSet<string> Constants = FrozenSet.ToFrozenSet(["Infinity", "NaN", "false", "null", "true", "undefined"]);

    public static bool Contains(string word) => Keywords.Contains(word) || Constants.Contains(word);
}
