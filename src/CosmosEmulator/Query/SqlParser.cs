using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>From query text to a tree that can be kept and shared.</summary>
internal static class SqlParser
{
    /// <exception cref="SqlSyntaxException">The text is no query.</exception>
    public static SqlQuery Parse(string text)
    {
        var query = QueryParser.Parse(text);
        return query is not { From: null, Select.Kind: SqlSelectKind.Star } ? query : throw new SqlSyntaxException(
            "Syntax error, 'SELECT *' is not valid if FROM clause is omitted.", query.Select.Location, SqlErrorCodes.StarWithoutFrom);
    }
}
