using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>The columns that a query with ORDER BY gets for clients that merge the rows of partitions.</summary>
internal static class MergeColumns
{
    public const string Rid = "_rid";
    public const string Keys = "orderByItems";
    public const string Payload = "payload";

    /// <summary>
    /// Whether a query has these columns. The first is the RID of the document, also if the name that it is read from stands
    /// for what a subquery of FROM makes of the document.
    /// </summary>
    public static bool AreIn(SqlQuery query) =>
        !query.OrderBy.IsEmpty
        && query.Select.Columns is [{ Expression: var rid, Alias: null }, { Alias: Keys }, { Alias: Payload }]
        && rid is SqlMember { Source: SqlIdentifier, Key: SqlStringLiteral { Value: Rid } };
}
