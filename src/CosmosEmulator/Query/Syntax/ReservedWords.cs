using System.Collections.Frozen;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Words that cannot name an alias or follow a dot; a property of such a name is reached by c["value"].</summary>
internal static class ReservedWords
{
    private static readonly FrozenSet<string> Words = FrozenSet.ToFrozenSet(
        [
            "AND", "ARRAY", "AS", "ASC", "BETWEEN", "BY", "DESC", "DISTINCT", "ESCAPE", "EXISTS", "FALSE", "FROM", "GROUP", "HAVING",
            "IN", "JOIN", "LIKE", "LIMIT", "NOT", "NULL", "OFFSET", "OR", "ORDER", "SELECT", "TOP", "TRUE", "UDF", "UNDEFINED",
            "VALUE", "WHERE",
        ],
        StringComparer.OrdinalIgnoreCase);

    public static bool Contains(string word) => Words.Contains(word);
}
