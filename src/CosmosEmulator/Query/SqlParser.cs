using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>From query text to a tree that can be kept and shared.</summary>
internal static class SqlParser
{
    /// <summary>
    /// Parses a query. Throws <see cref="SqlSyntaxException"/> for what is no query, and
    /// <see cref="SqlNotSupportedException"/> for clauses that the emulator lacks.
    /// </summary>
    public static SqlQuery Parse(string text)
    {
        var query = QueryParser.Parse(text);
        SupportedClauses.Check(query);
        return query;
    }
}
